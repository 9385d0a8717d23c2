import type { CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'
import type { InitiatorKind } from '../../actor.ts'

export interface BanTables {
  user_bans: {
    id: Generated<number>
    user_id: UserId
    company_id: CompanyId | null
    banned_at: Date
    until: Date
    reason: string
    by_kind: InitiatorKind
    by_user_id: UserId | null
    order_id: OrderId | null
    ended_at: Date | null
    end_reason: 'expired' | 'lifted' | 'replaced' | null
    ended_by_user_id: UserId | null
  }
  driver_priorities: {
    driver_id: DriverId
    is_high: boolean
    until: Date | null
    due_at: Date | null
  }
}
