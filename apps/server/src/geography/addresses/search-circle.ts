import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import { findCompany } from '../../identity/companies/companies.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'

/** The area of an address search; without a centre there is no ranking by distance. */
export interface SearchCircle {
  centre: Point | null
  radiusMetres: number
}

export const RADIUS_METRES = 50_000
/** Larger than the country, so the circle only ranks. */
export const COUNTRY_METRES = 700_000

/** Each town costs one more query per typed letter. */
const MAX_TOWNS = 4

/**
 * The default circles of an actor: 50 km around each town in which their companies are. Users of more towns than can be searched, or of
 * every company, search the whole country.
 */
export async function usualCircles(db: Db, { companies }: Scope): Promise<SearchCircle[]> {
  if (companies === 'every') return [{ centre: null, radiusMetres: COUNTRY_METRES }]
  const known = await Promise.all(companies.map((id) => findCompany(db, id)))
  const towns: Point[] = []
  for (const company of known) {
    if (!company || company.lat === null || company.lng === null) continue
    const place = { lat: company.lat, long: company.lng }
    if (towns.every((town) => metresBetween(town, place) > RADIUS_METRES / 2)) towns.push(place)
  }
  const [first = null] = towns
  if (first === null) return [{ centre: null, radiusMetres: RADIUS_METRES }]
  if (towns.length > MAX_TOWNS) return [{ centre: first, radiusMetres: COUNTRY_METRES }]
  return towns.map((centre) => ({ centre, radiusMetres: RADIUS_METRES }))
}
