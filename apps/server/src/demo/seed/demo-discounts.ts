import { STAFF, TAXI_COMPANY } from './demo-accounts.ts'
import type { SeedInput } from './demo-people.ts'
import type { SeedRow, SeedRows } from './demo-rows.ts'

const DAY_MS = 86_400_000
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7]

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
