import type { Generated } from 'kysely'

export interface ClientErrorTables {
  client_errors: {
    id: Generated<number>
    user_id: number
    context: string
    message: string
    order_id: number | null
    phone_tail: string | null
    created_at: Date
  }
}
