import type { OutboundMessage } from '@dispecerat/contract/office/outbox'
import { rolesMay } from '@dispecerat/domain/identity/permissions'
import { maskPhone } from '@dispecerat/domain/kernel/phone'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../db/actor.ts'
import type { Db } from '../db/database.ts'
import { ofCompanies } from '../records/of-companies.store.ts'

const MAX_COUNTED = 10_000

type Times = 'created_at' | 'due_at' | 'sent_at'
type Row = Omit<OutboundMessage, Times> & { is_secret: boolean; created_at: Date; due_at: Date; sent_at: Date | null }

export interface OutboundMessageFilter {
  kind?: OutboundMessage['kind'] | undefined
  state?: OutboundMessage['state'] | undefined
  search?: string | undefined
}

/**
 * The newest first. Recipients are masked for actors without the permission for addresses; texts with a password link are left out for
 * everyone.
 */
export async function outboundMessagePage(
  db: Db,
  actor: Actor,
  filter: OutboundMessageFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ data: OutboundMessage[]; meta: { total: number; total_is_capped: boolean } }> {
  const where = whereOf(actor, filter)
  const [data, counted] = await Promise.all([
    viewsWhere(db, actor, sql`${where} order by outbox.id desc limit ${perPage} offset ${(page - 1) * perPage}`),
    sql<{ n: number }>`
      select count(*) as n from (select from outbox where ${where} limit ${MAX_COUNTED + 1}) as found
    `.execute(db),
  ])
  const n = Number(counted.rows[0]?.n ?? 0)
  return { data, meta: { total: Math.min(n, MAX_COUNTED), total_is_capped: n > MAX_COUNTED } }
}

export async function outboundMessageView(db: Db, actor: Actor, id: number): Promise<OutboundMessage | null> {
  const [view] = await viewsWhere(db, actor, sql`outbox.id = ${id} and ${ofCompanies(actor.scope)}`)
  return view ?? null
}

/** Searches recipients only with the permission for addresses, so that they cannot be guessed letter by letter. */
function found(search: string, { roles }: Actor): RawBuilder<unknown> {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const matchesText = sql`(not is_secret and (search_fold(subject) like search_fold(${like}) or search_fold(text) like search_fold(${like})))`
  return rolesMay(roles, 'outbox.addresses') ? sql`(${matchesText} or recipient ilike ${like})` : matchesText
}

/** All messages of the list, as `outboundMessageFromRow` reads them. */
export function outboundMessageExport(actor: Actor, filter: OutboundMessageFilter): RawBuilder<Row> {
  return outboundMessageRows(sql`${whereOf(actor, filter)} order by outbox.id desc`)
}

function whereOf(actor: Actor, { kind, state, search }: OutboundMessageFilter): RawBuilder<unknown> {
  return sql.join(
    [
      ofCompanies(actor.scope),
      ...(kind ? [sql`kind = ${kind}`] : []),
      ...(state ? [sql`state = ${state}`] : []),
      ...(search ? [found(search, actor)] : []),
    ],
    sql` and `,
  )
}

async function viewsWhere(db: Db, actor: Actor, where: RawBuilder<unknown>): Promise<OutboundMessage[]> {
  const { rows } = await outboundMessageRows(where).execute(db)
  return rows.map((row) => outboundMessageFromRow(row, actor))
}

function outboundMessageRows(where: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select outbox.id, outbox.company_id, (select name from companies where companies.id = company_id) as company_name,
      kind, state, recipient, subject, text, is_secret, reason, tries, created_at, due_at, sent_at
    from outbox where ${where}
  `
}

export function outboundMessageFromRow({ is_secret, ...row }: Row, { roles }: Actor): OutboundMessage {
  const seesAddresses = rolesMay(roles, 'outbox.addresses')
  return {
    ...row,
    recipient: seesAddresses ? row.recipient : masked(row),
    text: is_secret ? null : row.text,
    created_at: toWireTime(row.created_at),
    due_at: toWireTime(row.due_at),
    sent_at: row.sent_at && toWireTime(row.sent_at),
  }
}

function masked({ kind, recipient }: Pick<Row, 'kind' | 'recipient'>): string | null {
  if (recipient === null) return null
  return kind === 'mail' ? maskAddress(recipient) : maskPhone(recipient)
}

/** 'ion.popescu@firma.ro' → 'i…@firma.ro': people can be told apart, but not written to. */
function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`
}
