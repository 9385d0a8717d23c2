import { COURIER_COMPANY, RESTAURANT_COMPANY, TAXI_COMPANY } from './demo-accounts.ts'
import type { SeedInput } from './demo-people.ts'
import type { SeedRow, SeedRows } from './demo-rows.ts'

/** Typical prices in Brașov, in bani. */
const TAXI = { start_fee_bani: 399, per_km_bani: 399, per_minute_wait_bani: 67, night_percent: 15, min_cost_bani: 0 }
const COURIER = {
  start_fee_bani: 500,
  per_km_bani: 300,
  per_minute_wait_bani: 50,
  night_percent: 20,
  min_cost_bani: 1500,
}
const RESTAURANT = { ...COURIER, start_fee_bani: 300, min_cost_bani: 1000 }

/** A tariff for every service that the demo companies offer. */
export function tariffRows({ now }: SeedInput): SeedRows {
  const tariff = (company_id: number, service_id: number, name: string, price: typeof TAXI): SeedRow<'tariffs'> => ({
    ...{ company_id, service_id, name, ...price },
    ...{ night_from: '22:00', night_to: '06:00', created_at: now, updated_at: now },
  })
  return {
    tariffs: [
      tariff(TAXI_COMPANY, 1, 'Taxi standard', TAXI),
      tariff(TAXI_COMPANY, 2, 'Colet cu taxiul', COURIER),
      tariff(COURIER_COMPANY, 2, 'Curierat oraș', COURIER),
      tariff(COURIER_COMPANY, 3, 'Livrare restaurant', RESTAURANT),
      tariff(RESTAURANT_COMPANY, 3, 'Livrare proprie', RESTAURANT),
    ],
  }
}
