// Apart from seed-demo.ts, which only joins rows: every noun of the demo has its file.

import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { STAFF, TAXI_COMPANY } from './demo-accounts.ts'
import type { SeedInput } from './demo-people.ts'
import type { SeedRows } from './demo-rows.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Three bans of the past month, all ended: one expired, one was lifted early, one was set by the search for ignored offers. */
export function banRows({ now }: SeedInput): SeedRows {
  const ago = (ms: number) => new Date(Math.floor((now.getTime() - ms) / 1000) * 1000)
  const over = { company_id: TAXI_COMPANY, order_id: null }
  return {
    user_bans: [
      {
        ...over,
        user_id: asId<UserId>(117),
        banned_at: ago(21 * DAY_MS),
        until: ago(17 * DAY_MS),
        reason: 'Reclamație de la client',
        by_kind: 'dispatcher',
        by_user_id: STAFF.manager,
        ended_at: ago(17 * DAY_MS),
        end_reason: 'expired',
        ended_by_user_id: null,
      },
      {
        ...over,
        user_id: asId<UserId>(124),
        banned_at: ago(9 * DAY_MS),
        until: ago(8 * DAY_MS),
        reason: 'Nu a ajuns la client',
        by_kind: 'dispatcher',
        by_user_id: STAFF.manager,
        ended_at: ago(9 * DAY_MS - 2 * HOUR_MS),
        end_reason: 'lifted',
        ended_by_user_id: STAFF.manager,
      },
      {
        ...over,
        user_id: asId<UserId>(124),
        banned_at: ago(3 * DAY_MS),
        until: ago(3 * DAY_MS - HOUR_MS),
        reason: 'Ban automat: 5 comenzi ignorate',
        by_kind: 'system',
        by_user_id: null,
        ended_at: ago(3 * DAY_MS - HOUR_MS),
        end_reason: 'expired',
        ended_by_user_id: null,
      },
    ],
  }
}
