import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import { type ListPlace, newestFirst } from '@dispecerat/domain/orders/list-place'
import type { OrderListName } from '@dispecerat/domain/orders/order'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import { inScope } from '../in-scope.store.ts'
import { SENT } from './order-pages.store.ts'
import { LIST_WINDOW, OPEN_CALL, rowsFrom } from './order-rows.views.ts'

export const PAGE = 60

/** Counts per list, with the lists' own conditions, so that a count equals its list's total. */
export interface ListCounts {
  'in-call': number
  live: number
  finished: number
  canceled: number
}

interface List {
  has: (now: Date) => RawBuilder<unknown>
  /** Time the list is sorted by, truncated to seconds as on the wire, so that a console sorts alike. */
  moment: RawBuilder<unknown>
}

/** Conditions repeat those of the partial indexes, so that each list is read from its own index. */
const LISTS: Record<OrderListName, List> = {
  'in-call': {
    // Two indexes are read one after the other; an "or" would read every order.
    has: () => sql`orders.id in (
      select waiting.id from orders waiting where waiting.always_in_call and waiting.deleted_at is null
      union all
      select order_id from calls where state <> 'ended' and state in ('started', 'on_hold') and order_id is not null)`,
    moment: sql`coalesce(open_call.started_at, to_timestamp(0))`,
  },
  live: {
    has: () => sql`orders.state in ('created', 'assigned', 'pending')`,
    moment: sql`orders.departure_time`,
  },
  finished: {
    has: (now) => sql`orders.state = 'finished' and orders.trip_finished_at > ${now}::timestamptz - ${LIST_WINDOW}`,
    moment: sql`orders.trip_finished_at`,
  },
  canceled: {
    has: (now) => sql`orders.state = 'canceled' and orders.placed_at is not null
      and orders.canceled_at > ${now}::timestamptz - ${LIST_WINDOW}`,
    moment: sql`orders.canceled_at`,
  },
}

/** The three sort keys of the domain's `comparePlaces`. */
function placeOf(kind: OrderListName) {
  const rank = kind === 'live' ? sql`(case when orders.in_pending_queue then 0 else 1 end)` : sql`1`
  return { rank, second: sql`date_trunc('second', ${LISTS[kind].moment})` }
}

function inOrder(kind: OrderListName): RawBuilder<unknown> {
  const { rank, second } = placeOf(kind)
  const way = newestFirst(kind) ? sql`desc` : sql`asc`
  return kind === 'live'
    ? sql`order by ${rank}, ${second} ${way}, orders.id ${way}`
    : sql`order by ${second} ${way}, orders.id ${way}`
}

function standsAfter(kind: OrderListName, after: ListPlace | null): RawBuilder<unknown> {
  if (after === null) return sql`true`
  const { rank, second } = placeOf(kind)
  const position = sql`(${after.rank}::int, to_timestamp(${after.seconds}::double precision), ${after.id}::bigint)`
  return newestFirst(kind)
    ? sql`(${rank}, ${second}, orders.id) < ${position}`
    : sql`(${rank}, ${second}, orders.id) > ${position}`
}

/**
 * The orders of one list as a table `orders`, company by company, so that each company's window bounds its index: the company's own, those
 * of others that its drivers have or had, and those offered to its drivers. The call-back list contains only the company's own.
 */
function inList(kind: OrderListName, scope: Scope, now: Date): RawBuilder<unknown> {
  const own = sql`select orders.*, false as is_only_sent from orders where orders.created_by_company_id = settings.of_company
    and orders.deleted_at is null and ${inScope(scope)} and ${LISTS[kind].has(now)}`
  const { companies, ownUserId } = scope
  if (companies === 'every' || ownUserId !== null || kind === 'in-call') return sql`lateral (${own}) as orders`
  const notOurs = sql`orders.created_by_company_id <> all(${[...companies]}::bigint[])`
  const driven = sql`select orders.*, false from orders where orders.processed_by_company_id = settings.of_company
    and orders.processed_by_company_id <> orders.created_by_company_id and ${notOurs}
    and orders.deleted_at is null and ${LISTS[kind].has(now)}`
  if (kind !== 'live') return sql`lateral (${own} union all ${driven}) as orders`
  // An actor of two companies that are both offered the order gets its row once.
  const sent = sql`select orders.*, true from orders where ${SENT} and ${notOurs}
    and orders.search_company_ids && array[settings.of_company] and settings.of_company =
      (select min(id) from unnest(orders.search_company_ids) as asked(id) where id = any(${[...companies]}::bigint[]))`
  return sql`lateral (${own} union all ${driven} union all ${sent}) as orders`
}

function companiesOf(scope: Scope): RawBuilder<unknown> {
  const which = ofCompanies(scope, 'c.id')
  return sql`(
    select c.id as of_company, s.operator_list_hours from companies c
    left join company_settings s on s.company_id = c.id where ${which}
  ) as settings`
}

export interface ListPage {
  rows: OrderRow[]
  total: number
}

/** A page of one list. `search` covers addresses, call sign, names and numbers, without diacritics. */
export async function orderList(
  db: Db,
  scope: Scope,
  kind: OrderListName,
  page: { offset: number; search: string | undefined; after: ListPlace | null; now: Date },
): Promise<ListPage> {
  const { search, after, now } = page
  const offset = after === null ? page.offset : 0
  const listed = sql`from ${companiesOf(scope)} cross join ${inList(kind, scope, now)}`
  const where = sql`where ${matchesShown(search)}`
  const [rows, total] = await Promise.all([
    rowsFrom(
      db,
      now,
      sql`${listed} ${OPEN_CALL} ${where} and ${standsAfter(kind, after)}
        ${inOrder(kind)} limit ${PAGE} offset ${offset}`,
      scope.companies,
    ),
    count(db, sql`${listed} ${where}`),
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
    sql`(select count(*) from ${companiesOf(scope)} cross join ${inList(kind, scope, now)})`
  const { rows } = await sql<ListCounts>`
    select ${counting('in-call')} as "in-call", ${counting('live')} as live, ${counting('finished')} as finished,
      ${counting('canceled')} as canceled
  `.execute(db)
  return rows[0] ?? { 'in-call': 0, live: 0, finished: 0, canceled: 0 }
}

/** Every term must occur in the order; typed text is not a pattern. */
export function matches(search: string | undefined): RawBuilder<unknown> {
  return everyTermIn(HAYSTACK, search)
}

const HAYSTACK = sql`concat_ws(' ', orders.address, orders.car_indicativ, orders.name, orders.client_name,
  orders.phone, orders.client_phone, orders.id, orders.order_no,
  (select string_agg(p.name, ' ') from order_places p where p.order_id = orders.id))`

/** Client data is hidden from a partner that is only offered the order: searching must not reveal it. */
function matchesShown(search: string | undefined): RawBuilder<unknown> {
  return everyTermIn(sql`case when orders.is_only_sent then orders.address else ${HAYSTACK} end`, search)
}

function everyTermIn(haystack: RawBuilder<unknown>, search = ''): RawBuilder<unknown> {
  const searchTerms = search.split(/\s+/).filter((word) => word !== '')
  if (searchTerms.length === 0) return sql`true`
  const folded = sql`unaccent(lower(coalesce(${haystack}, '')))`
  const found = searchTerms.map((word) => sql`strpos(${folded}, unaccent(lower(${bare(word)}))) > 0`)
  return sql`(${sql.join(found, sql` and `)})`
}

/** A national number must match the international form in which it is stored. */
function bare(word: string): string {
  return /^0\d{6,}$/.test(word) ? word.slice(1) : word
}
