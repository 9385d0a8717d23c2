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

/** How the driver and his company are called, for what is written to him. */
export async function namesFor(
  tx: Tx,
  { driverId, companyId }: { driverId: number; companyId: number },
): Promise<{ sofer: string; companie: string }> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('companies', (join) => join.on('companies.id', '=', companyId))
    .select(['users.name as sofer', 'companies.name as companie'])
    .where('users.id', '=', driverId)
    .executeTakeFirst()
  return { sofer: row?.sofer ?? '', companie: row?.companie ?? '' }
}
