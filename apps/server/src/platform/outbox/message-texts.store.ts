import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import type { TextKey } from '@dispecerat/domain/office/message-texts'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

/** A customised text; null columns use the default. */
export interface TextRow {
  id: number
  companyId: CompanyId | null
  key: TextKey
  subject: string | null
  text: string | null
  isOn: boolean | null
  isPlain: boolean | null
  version: number
}

const ROW = sql`id, company_id as "companyId", key, subject, text, is_on as "isOn", is_plain as "isPlain", version`

/** Rows of the company and of the platform, for one text or all. */
export async function textRows(db: Db | Tx, companyId: CompanyId | null, key?: TextKey): Promise<TextRow[]> {
  const { rows } = await sql<TextRow>`
    select ${ROW} from message_texts
    where (company_id is null or company_id = ${companyId}) and ${key === undefined ? sql`true` : sql`key = ${key}`}
  `.execute(db)
  return rows
}

/** The row FOR UPDATE, inserted when missing. */
export async function lockText(tx: Tx, companyId: CompanyId | null, key: TextKey, now: Date): Promise<TextRow> {
  await sql`
    insert into message_texts (company_id, key, version, updated_at) values (${companyId}, ${key}, 0, ${now})
    on conflict on constraint message_texts_one do nothing
  `.execute(tx)
  const { rows } = await sql<TextRow>`
    select ${ROW} from message_texts where company_id is not distinct from ${companyId} and key = ${key} for update
  `.execute(tx)
  if (!rows[0]) throw new Error('a text was made and is not there')
  return rows[0]
}

export async function saveText(tx: Tx, row: TextRow, by: { userId: UserId | null; now: Date }): Promise<void> {
  await tx
    .updateTable('message_texts')
    .set({
      subject: row.subject,
      text: row.text,
      is_on: row.isOn,
      is_plain: row.isPlain,
      version: row.version,
      updated_at: by.now,
      updated_by: by.userId,
    })
    .where('id', '=', row.id)
    .execute()
}

export async function companyNamed(
  tx: Tx,
  companyId: CompanyId | null,
): Promise<{ name: string; phone: string | null }> {
  const row =
    companyId === null
      ? undefined
      : await tx.selectFrom('companies').select(['name', 'phone']).where('id', '=', companyId).executeTakeFirst()
  return row ?? { name: 'Dispecerat', phone: null }
}

/** True when the company enabled this text; for texts that are off by default. */
export async function isTextOn(tx: Tx, companyId: CompanyId, key: TextKey): Promise<boolean> {
  const { rows } = await sql`
    select from message_texts where company_id = ${companyId} and key = ${key} and is_on
  `.execute(tx)
  return rows.length > 0
}
