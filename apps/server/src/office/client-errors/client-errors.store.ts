import type { OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface ClientError {
  userId: UserId
  context: string
  message: string
  orderId: OrderId | null
  /** '…444': never more of a phone than this. */
  phoneTail: string | null
}

export async function insertClientError(db: Db, error: ClientError, now: Date): Promise<void> {
  await db
    .insertInto('client_errors')
    .values({
      user_id: error.userId,
      context: error.context,
      message: error.message,
      order_id: error.orderId,
      phone_tail: error.phoneTail,
      created_at: now,
    })
    .execute()
}

export async function forgetClientErrorsBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from client_errors where created_at < ${before}`.execute(db)
}
