import type { MessageTemplate } from '@dispecerat/contract/office/messages'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Updateable } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'

export async function templateViews(db: Db, { companies }: Scope, id?: number): Promise<MessageTemplate[]> {
  let query = db
    .selectFrom('message_templates')
    .select(['id', 'company_id', 'text', 'version'])
    .where('deleted_at', 'is', null)
    .orderBy('company_id')
    .orderBy('sort_order')
    .orderBy('id')
  if (companies !== 'every') query = query.where('company_id', 'in', [asId(0), ...companies])
  if (id !== undefined) query = query.where('id', '=', id)
  return query.execute()
}

/** Locks the company, so that two inserts at once cannot exceed the maximum together. */
export async function countTemplates(tx: Tx, companyId: CompanyId): Promise<number> {
  await tx.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
  const { n } = await tx
    .selectFrom('message_templates')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function insertTemplate(tx: Tx, companyId: CompanyId, text: string, now: Date): Promise<number> {
  const row = { company_id: companyId, text, created_at: now }
  return (await tx.insertInto('message_templates').values(row).returning('id').executeTakeFirstOrThrow()).id
}

interface TemplateRow {
  companyId: CompanyId
  text: string
  version: number
  deletedAt: Date | null
}

/** One of the scope FOR UPDATE, deleted ones included; null when there is none. */
export async function lockTemplate(tx: Tx, { companies }: Scope, id: number): Promise<TemplateRow | null> {
  let query = tx
    .selectFrom('message_templates')
    .select(['company_id as companyId', 'text', 'version', 'deleted_at as deletedAt'])
    .where('id', '=', id)
  if (companies !== 'every') query = query.where('company_id', 'in', [asId(0), ...companies])
  return (await query.forUpdate().executeTakeFirst()) ?? null
}

export async function saveTemplate(tx: Tx, id: number, { text }: { text: string }): Promise<void> {
  await update(tx, id, { text })
}

export async function setTemplateDeleted(tx: Tx, id: number, deletedAt: Date | null): Promise<void> {
  await update(tx, id, { deleted_at: deletedAt })
}

async function update(tx: Tx, id: number, changes: Updateable<Tables['message_templates']>): Promise<void> {
  await tx
    .updateTable('message_templates')
    .set((row) => ({ ...changes, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
