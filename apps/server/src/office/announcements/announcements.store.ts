import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'

export interface AnnouncementRow {
  id: number
  companyId: CompanyId
  title: string
  text: string
  audience: 'drivers' | 'dispatchers' | 'all'
  startsAt: Date
  endsAt: Date | null
  version: number
  deletedAt: Date | null
}

export type NewAnnouncementRow = Omit<AnnouncementRow, 'id' | 'version' | 'deletedAt'>

export async function insertAnnouncement(
  tx: Tx,
  row: NewAnnouncementRow,
  by: { userId: UserId | null; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('announcements')
    .values({ ...columns(row), company_id: row.companyId, created_by: by.userId, created_at: by.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** One of the scope FOR UPDATE, also a deleted one; null when there is none. */
export async function lockAnnouncement(tx: Tx, scope: Scope, id: number): Promise<AnnouncementRow | null> {
  const { rows } = await sql<AnnouncementRow>`
    select id, company_id as "companyId", title, text, audience, starts_at as "startsAt", ends_at as "endsAt",
      version, deleted_at as "deletedAt"
    from announcements where id = ${id} and ${ofCompanies(scope)} for update
  `.execute(tx)
  return rows[0] ?? null
}

export async function saveAnnouncement(tx: Tx, row: AnnouncementRow, now: Date): Promise<void> {
  await tx
    .updateTable('announcements')
    .set((eb) => ({
      ...columns(row),
      deleted_at: row.deletedAt,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', row.id)
    .execute()
}

export async function driverIdsOf(tx: Tx, companyId: CompanyId): Promise<UserId[]> {
  const rows = await tx.selectFrom('driver_status').select('driver_id').where('company_id', '=', companyId).execute()
  return rows.map(({ driver_id }) => driver_id)
}

export function ofCompanies({ companies }: Scope): RawBuilder<boolean> {
  return companies === 'every' ? sql<boolean>`true` : sql<boolean>`company_id = any(${[...companies]}::bigint[])`
}

function columns({ title, text, audience, startsAt, endsAt }: NewAnnouncementRow) {
  return { title, text, audience, starts_at: startsAt, ends_at: endsAt }
}
