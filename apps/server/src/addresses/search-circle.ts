import { metresBetween, type Point } from '@dispecerat/domain/geo'
import { findCompany } from '../companies/companies.public.ts'
import type { Scope } from '../db/caller.ts'
import type { Db } from '../db/database.ts'

/** Where addresses are looked for; without a centre the nearest to nobody come first. */
export interface SearchCircle {
  centre: Point | null
  radiusMetres: number
}

export const RADIUS_METRES = 50_000
/** Nothing of the country is farther apart: the circle only ranks. */
export const COUNTRY_METRES = 700_000

/**
 * Of who names no circle: 50 km around his company (ADDR-06), around the first of several and as far as the others; who sees
 * every company searches the country.
 */
export async function usualCircle(db: Db, { companies }: Scope): Promise<SearchCircle> {
  if (companies === 'every') return { centre: null, radiusMetres: COUNTRY_METRES }
  const known = await Promise.all(companies.map((id) => findCompany(db, id)))
  const places = known.flatMap((company): Point[] =>
    company && company.lat !== null && company.lng !== null ? [{ lat: company.lat, long: company.lng }] : [],
  )
  const [centre, ...others] = places
  if (centre === undefined) return { centre: null, radiusMetres: RADIUS_METRES }
  const farthest = Math.max(0, ...others.map((place) => metresBetween(centre, place)))
  return { centre, radiusMetres: Math.min(COUNTRY_METRES, RADIUS_METRES + farthest) }
}
