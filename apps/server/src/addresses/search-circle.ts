import type { Point } from '@dispecerat/domain/geo'
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

/** Of who names no circle: 50 km around his company (ADDR-06); who sees every company searches the country. */
export async function usualCircle(db: Db, { companies }: Scope): Promise<SearchCircle> {
  if (companies === 'every') return { centre: null, radiusMetres: COUNTRY_METRES }
  for (const id of companies) {
    const company = await findCompany(db, id)
    if (company && company.lat !== null && company.lng !== null)
      return { centre: { lat: company.lat, long: company.lng }, radiusMetres: RADIUS_METRES }
  }
  return { centre: null, radiusMetres: RADIUS_METRES }
}
