import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { COURIER_COMPANY, RESTAURANT_COMPANY, STAFF, TAXI_COMPANY } from './demo-accounts.ts'
import type { SeedInput } from './demo-people.ts'
import type { SeedRow, SeedRows } from './demo-rows.ts'

const DAY_MS = 86_400_000
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7]

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
  const tariff = (company_id: CompanyId, service_id: number, name: string, price: typeof TAXI): SeedRow<'tariffs'> => ({
    company_id,
    service_id,
    name,
    ...price,
    night_from: '22:00',
    night_to: '06:00',
    created_at: now,
    updated_at: now,
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

/** Two inactive discounts, so that fares stay as they are until an administrator activates one. */
export function discountRows({ now }: Pick<SeedInput, 'now'>): SeedRows {
  const discount = (name: string, daysAgo: number): SeedRow<'discounts'> => ({
    company_id: TAXI_COMPANY,
    name,
    type: 'percent',
    hundredths: 1000,
    max_amount_bani: null,
    trigger: 'weekday_time',
    nth: null,
    code: null,
    protocol_user_id: null,
    days: ALL_DAYS,
    time_from: null,
    time_to: null,
    valid_from: null,
    valid_to: null,
    max_uses: null,
    max_uses_per_client: null,
    is_active: false,
    created_by: STAFF.manager,
    created_at: new Date(now.getTime() - daysAgo * DAY_MS),
    updated_at: new Date(now.getTime() - daysAgo * DAY_MS),
    deleted_at: null,
  })
  return {
    discounts: [
      { ...discount('A cincea comandă', 60), trigger: 'every_nth_order', nth: 5, hundredths: 2000 },
      { ...discount('Dimineața devreme', 40), time_from: '05:00', time_to: '07:00', max_amount_bani: 1000 },
    ],
  }
}
