import type { ANNOUNCEMENT_TIMES, Announcement } from '@dispecerat/contract/office/announcements'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

type Row = Omit<Announcement, 'starts_at' | 'ends_at'> & { starts_at: Date; ends_at: Date | null }

export interface AnnouncementFilter {
  time?: (typeof ANNOUNCEMENT_TIMES)[number] | undefined
  audience?: Announcement['audience'] | undefined
}

export async function announcementPage(
  db: Db,
  scope: Scope,
  filter: AnnouncementFilter,
  { page, perPage, now }: { page: number; perPage: number; now: Date },
): Promise<{ data: Announcement[]; total: number }> {
  const times = {
    active: running(now),
    planned: sql`starts_at > ${now}`,
    over: sql`ends_at <= ${now}`,
  }
  const where = sql`deleted_at is null and ${ofCompanies(scope)}
    and ${filter.time ? times[filter.time] : sql`true`}
    and ${filter.audience ? sql`audience = ${filter.audience}` : sql`true`}`
  const [data, counted] = await Promise.all([
    viewsWhere(db, sql`${where} order by id desc limit ${perPage} offset ${(page - 1) * perPage}`),
    sql<{ n: number }>`select count(*) as n from announcements where ${where}`.execute(db),
  ])
  return { data, total: Number(counted.rows[0]?.n ?? 0) }
}

/** The current announcements for one of the two audiences, newest first. */
export async function currentAnnouncements(
  db: Db,
  scope: Scope,
  to: 'drivers' | 'dispatchers',
  now: Date,
): Promise<Announcement[]> {
  return viewsWhere(
    db,
    sql`deleted_at is null and ${ofCompanies(scope)} and ${running(now)} and audience in (${to}, 'all')
      order by starts_at desc, id desc limit 50`,
  )
}

export async function announcementView(db: Db, scope: Scope, id: number): Promise<Announcement | null> {
  const [view] = await viewsWhere(db, sql`id = ${id} and ${ofCompanies(scope)}`)
  return view ?? null
}

function running(now: Date): RawBuilder<unknown> {
  return sql`starts_at <= ${now} and (ends_at is null or ends_at > ${now})`
}

async function viewsWhere(db: Db, where: RawBuilder<unknown>): Promise<Announcement[]> {
  const { rows } = await sql<Row>`
    select id, company_id, title, text, audience, starts_at, ends_at, created_by, version,
      (select name from users where users.id = created_by) as created_by_name
    from announcements where ${where}
  `.execute(db)
  return rows.map((row) => ({
    ...row,
    starts_at: toWireTime(row.starts_at),
    ends_at: row.ends_at && toWireTime(row.ends_at),
  }))
}
