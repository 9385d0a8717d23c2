import type { OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'

export interface ClientErrorTables {
  client_errors: {
    id: Generated<number>
    user_id: UserId
    context: string
    message: string
    order_id: OrderId | null
    phone_tail: string | null
    created_at: Date
  }
}
