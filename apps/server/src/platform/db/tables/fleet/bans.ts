import type { Generated } from 'kysely'
import type { InitiatorKind } from '../../actor.ts'

export interface BanTables {
  user_bans: {
    id: Generated<number>
    user_id: number
    company_id: number | null
    banned_at: Date
    until: Date
    reason: string
    by_kind: InitiatorKind
    by_user_id: number | null
    order_id: number | null
    ended_at: Date | null
    end_reason: 'expired' | 'lifted' | 'replaced' | null
    ended_by_user_id: number | null
  }
  driver_priorities: {
    driver_id: number
    is_high: boolean
    until: Date | null
    due_at: Date | null
  }
}
