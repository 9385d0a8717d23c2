import type { OrderRow } from '@dispecerat/contract/order-shapes'
import type { OrderListName } from '@dispecerat/domain/order'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../db/caller.ts'
import type { Db } from '../db/database.ts'
import { inScope } from './in-scope.store.ts'
import { LIST_WINDOW, OPEN_CALL, rowsFrom } from './order-rows.views.ts'

export const PAGE = 60

/** Counts by list; the same conditions the lists use, so that a count is its list's total (GAP-25). */
export interface ListCounts {
  'in-call': number
  live: number
  finished: number
  canceled: number
}

interface List {
  has: (now: Date) => RawBuilder<unknown>
  order: RawBuilder<unknown>
}

/** GAP-14, GAP-25, GAP-41. Conditions repeat the partial indexes' words, so that each list is read from its own. */
const LISTS: Record<OrderListName, List> = {
  'in-call': {
    // Two indexes are read one after the other; an "or" would read every order there is.
    has: () => sql`orders.id in (
      select waiting.id from orders waiting where waiting.always_in_call and waiting.deleted_at is null
      union all
      select order_id from calls where state <> 'ended' and state in ('started', 'on_hold') and order_id is not null)`,
    order: sql`open_call.started_at desc nulls last, orders.created_at desc, orders.id desc`,
  },
  live: {
    has: () => sql`orders.state in ('created', 'assigned', 'pending')`,
    order: sql`orders.created_at desc, orders.id desc`,
  },
  finished: {
    has: (now) => sql`orders.state = 'finished' and orders.trip_finished_at > ${now}::timestamptz - ${LIST_WINDOW}`,
    order: sql`orders.trip_finished_at desc, orders.id desc`,
  },
  canceled: {
    has: (now) => sql`orders.state = 'canceled' and orders.canceled_at > ${now}::timestamptz - ${LIST_WINDOW}`,
    order: sql`orders.canceled_at desc, orders.id desc`,
  },
}

/** Company by company, so that each company's own window bounds its index. */
function inList(kind: OrderListName, scope: Scope, now: Date): RawBuilder<unknown> {
  return sql`orders.created_by_company_id = settings.of_company and orders.deleted_at is null
    and ${inScope(scope)} and ${LISTS[kind].has(now)}`
}

function companiesOf({ companies }: Scope): RawBuilder<unknown> {
  const which = companies === 'every' ? sql`true` : sql`c.id = any(${[...companies]}::bigint[])`
  return sql`(
    select c.id as of_company, s.operator_list_hours from companies c
    left join company_settings s on s.company_id = c.id where ${which}
  ) as settings`
}

export interface ListPage {
  rows: OrderRow[]
  total: number
}

/** A page of one list. `search` looks at addresses, call sign, names and numbers, without diacritics. */
export async function orderList(
  db: Db,
  scope: Scope,
  kind: OrderListName,
  asked: { offset: number; search: string | undefined; now: Date },
): Promise<ListPage> {
  const { offset, search, now } = asked
  const where = sql`${inList(kind, scope, now)} and ${matches(search)}`
  const [rows, total] = await Promise.all([
    rowsFrom(
      db,
      now,
      sql`from ${companiesOf(scope)} join orders on true ${OPEN_CALL} where ${where}
        order by ${LISTS[kind].order} limit ${PAGE} offset ${offset}`,
    ),
    count(db, sql`from ${companiesOf(scope)} join orders on true where ${where}`),
  ])
  return { rows, total }
}

async function count(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db)
  return rows[0]?.n ?? 0
}

/** The four counts in one statement. */
export async function listCounts(db: Db, scope: Scope, now: Date): Promise<ListCounts> {
  const counting = (kind: OrderListName) =>
    sql`(select count(*) from ${companiesOf(scope)} join orders on true where ${inList(kind, scope, now)})`
  const { rows } = await sql<ListCounts>`
    select ${counting('in-call')} as "in-call", ${counting('live')} as live, ${counting('finished')} as finished,
      ${counting('canceled')} as canceled
  `.execute(db)
  return rows[0] ?? { 'in-call': 0, live: 0, finished: 0, canceled: 0 }
}

/** Every word is somewhere on the order; what was typed is text, not a pattern. */
export function matches(search: string | undefined): RawBuilder<unknown> {
  const words = (search ?? '')
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return sql`true`
  const haystack = sql`unaccent(lower(concat_ws(' ', orders.address, orders.car_indicativ, orders.name, orders.client_name,
    orders.phone, orders.client_phone, orders.id, orders.order_no,
    (select string_agg(p.name, ' ') from order_places p where p.order_id = orders.id))))`
  const found = words.map((word) => sql`strpos(${haystack}, unaccent(lower(${bare(word)}))) > 0`)
  return sql`(${sql.join(found, sql` and `)})`
}

/** A national number finds the international one it is kept as. */
function bare(word: string): string {
  return /^0\d{6,}$/.test(word) ? word.slice(1) : word
}
