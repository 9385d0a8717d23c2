import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'
import { holdConversation } from './conversations.store.ts'

/**
 * Inserts a system notice in the conversation between a driver and the company. It does not move the conversation up in the dispatchers'
 * list.
 */
export async function insertNotice(
  tx: Tx,
  notice: { companyId: CompanyId; driverId: DriverId; title: string; text: string; now: Date },
): Promise<number> {
  const { companyId, driverId, title, text, now } = notice
  const conversationId = await holdConversation(tx, { companyId, interlocutorId: driverId })
  const { id } = await tx
    .insertInto('messages')
    .values({
      company_id: companyId,
      conversation_id: conversationId,
      sender_id: null,
      receiver_id: driverId,
      title,
      message: text,
      type: 'system',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
