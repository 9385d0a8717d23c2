import type { Tx } from '../db/database.ts'

/** A line in the driver's messages that nobody wrote. */
export async function insertNotice(
  tx: Tx,
  notice: { companyId: number; driverId: number; title: string; text: string; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('messages')
    .values({
      company_id: notice.companyId,
      sender_id: null,
      receiver_id: notice.driverId,
      title: notice.title,
      message: notice.text,
      type: 'system',
      created_at: notice.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
