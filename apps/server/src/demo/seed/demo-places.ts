import { ringSquareMetres } from '@dispecerat/domain/geography/zone'
import { TAXI_COMPANY } from './demo-accounts.ts'
import type { SeedInput } from './demo-people.ts'
import type { SeedRows } from './demo-rows.ts'
import { DEMO_STANDS, DEMO_ZONES } from './demo-zones.ts'

export function zoneRows({ now }: SeedInput): SeedRows {
  return {
    polygons: DEMO_ZONES.map(({ id, name, ring }) => ({
      id,
      company_id: TAXI_COMPANY,
      name,
      paths: ring,
      area_m2: Math.round(ringSquareMetres(ring)),
      created_at: now,
    })),
    stands: DEMO_STANDS.map(({ name, lat, long, zone, capacity }, index) => ({
      id: index + 1,
      company_id: TAXI_COMPANY,
      name,
      lat,
      long,
      radius_m: 100,
      polygon_id: DEMO_ZONES.find((each) => each.name === zone)?.id ?? null,
      capacity,
      is_active: true,
      created_at: now,
    })),
  }
}
