import type { Tx } from '../db/database.ts'
import { holdConversation } from './conversations.store.ts'

/** A line in the conversation of a driver with his company that nobody wrote; it brings no conversation up in the room's list. */
export async function insertNotice(
  tx: Tx,
  notice: { companyId: number; driverId: number; title: string; text: string; now: Date },
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
