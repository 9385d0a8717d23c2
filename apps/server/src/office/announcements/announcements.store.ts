import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql, type Updateable } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables/tables.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

export interface AnnouncementFields {
  companyId: CompanyId
  title: string
  text: string
  audience: 'drivers' | 'dispatchers' | 'all'
  startsAt: Date
  endsAt: Date | null
}

interface AnnouncementRow extends AnnouncementFields {
  version: number
  deletedAt: Date | null
}

export async function insertAnnouncement(
  tx: Tx,
  fields: AnnouncementFields,
  by: { userId: UserId | null; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('announcements')
    .values({ ...columns(fields), company_id: fields.companyId, created_by: by.userId, created_at: by.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One of the scope FOR UPDATE, also a deleted one; null when there is none. */
export async function lockAnnouncement(tx: Tx, scope: Scope, id: number): Promise<AnnouncementRow | null> {
  const { rows } = await sql<AnnouncementRow>`
    select company_id as "companyId", title, text, audience, starts_at as "startsAt", ends_at as "endsAt",
      version, deleted_at as "deletedAt"
    from announcements where id = ${id} and ${ofCompanies(scope)} for update
  `.execute(tx)
  return rows[0] ?? null
}

export async function saveAnnouncement(tx: Tx, id: number, fields: AnnouncementFields, now: Date): Promise<void> {
  await update(tx, id, columns(fields), now)
}

export async function setAnnouncementDeleted(
  tx: Tx,
  id: number,
  deletedAt: Date | null,
  { now }: { now: Date },
): Promise<void> {
  await update(tx, id, { deleted_at: deletedAt }, now)
}

async function update(tx: Tx, id: number, changes: Updateable<Tables['announcements']>, now: Date): Promise<void> {
  await tx
    .updateTable('announcements')
    .set((row) => ({ ...changes, version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()
}

export async function driverIdsOf(tx: Tx, companyId: CompanyId): Promise<UserId[]> {
  const rows = await tx.selectFrom('driver_status').select('driver_id').where('company_id', '=', companyId).execute()
  return rows.map(({ driver_id }) => driver_id)
}

export function fieldsOf({
  companyId,
  title,
  text,
  audience,
  startsAt,
  endsAt,
}: AnnouncementFields): AnnouncementFields {
  return { companyId, title, text, audience, startsAt, endsAt }
}

function columns({ title, text, audience, startsAt, endsAt }: AnnouncementFields) {
  return { title, text, audience, starts_at: startsAt, ends_at: endsAt }
}
