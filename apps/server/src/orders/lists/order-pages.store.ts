import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Cursor, OrderFilter } from './order-filter.ts'

type Sql = RawBuilder<unknown>

/**
 * The newest orders of the scope that match the filter, at most `max`, unsorted, as rows (id, created_at). Each way in which an order may
 * belong to an actor is a branch that stops after `max` rows of its own index: a single condition joined by "or" would read every order (5
 * million, 4 s), the branches read a page.
 */
export function filteredOrdersQuery(scope: Scope, filter: OrderFilter, max: number, after: Cursor | null = null): Sql {
  const ways = waysOf(filter)
  const branches = branchesOf(scope, filter).flatMap((branch) =>
    ways
      .filter((way) => !(branch.isOfPartner && way.isByClient))
      .map((way) => branchSql(branch, filter, { way, after, max })),
  )
  return branches.length === 0
    ? sql`(select 0::bigint as id, null::timestamptz as created_at where false)`
    : sql`(${sql.join(branches, sql` union `)})`
}

interface Branch {
  /** Companies read one by one, so that each uses the order of its index; null: all at once. */
  companies: readonly CompanyId[] | null
  whose: (company: Sql) => Sql
  /** The branch's orders show only where to go, so they must not be found by anything else. */
  isOnlyAddress: boolean
  /** Orders of other companies: their clients' rows do not belong to the actor. */
  isOfPartner?: true
}

function branchesOf({ companies, ownUserId }: Scope, filter: OrderFilter): Branch[] {
  const own =
    ownUserId === null
      ? sql`true`
      : sql`${ownUserId}::bigint in (orders.client_id, orders.protocol_user_id, orders.ordered_by_account_id)`
  if (companies === 'every') return [{ companies: null, whose: () => own, isOnlyAddress: false }]
  const mine = companies.filter((id) => filter.companyId === undefined || filter.companyId === id)
  const ours: Branch = {
    companies: mine,
    whose: (company) => sql`orders.created_by_company_id = ${company} and ${own}`,
    isOnlyAddress: false,
  }
  // An account must not see or find which fares its company still checks.
  if (ownUserId !== null) return filter.isFareDoubted ? [] : [ours]
  const notOurs = sql`orders.created_by_company_id <> all(${[...companies]}::bigint[])`
  const driven: Branch = {
    companies,
    whose: (company) => sql`orders.processed_by_company_id = ${company}
      and orders.processed_by_company_id <> orders.created_by_company_id and ${notOurs}`,
    isOnlyAddress: false,
    isOfPartner: true,
  }
  const sent: Branch = {
    companies: null,
    whose: () => sql`${SENT} and orders.search_company_ids && ${[...companies]}::bigint[] and ${notOurs}`,
    isOnlyAddress: true,
    isOfPartner: true,
  }
  const shared = filtersByPeople(filter) ? [driven] : [driven, sent]
  return filtersByHiddenPeople(filter) ? [ours] : [ours, ...shared]
}

/** Repeats the condition of the index `orders_sent`. */
export const SENT = sql`orders.deleted_at is null and orders.send_to_other_company and orders.search_company_ids <> '{}'
  and orders.state in ('created', 'pending')`

/** The client's row, the payer and the dispatcher of an order are hidden from the partner who drives it. */
function filtersByHiddenPeople({ clientId, dispatcherId, protocolUserId }: OrderFilter): boolean {
  return [clientId, dispatcherId, protocolUserId].some((value) => value !== undefined)
}

/** Client and dispatcher are hidden from a partner: filtering by them must not reveal them either. */
function filtersByPeople(filter: OrderFilter): boolean {
  const { driverOrClientId, personIds, clientId, dispatcherId, phone, isOnline, isPaid, settledBy } = filter
  return [driverOrClientId, personIds, clientId, dispatcherId, phone, isOnline, isPaid, settledBy].some(
    (value) => value !== undefined,
  )
}

/**
 * One interpretation of the search terms. A term that may mean two things is queried twice: an "or" has no index order, and the planner,
 * which assumes an average driver, would scan five million orders for a driver who drove none.
 */
interface Way {
  /** Matched in the search text. */
  terms: readonly string[]
  exact: readonly Sql[]
  /** Matches the client's row, which belongs to the company that received the order. */
  isByClient?: boolean
}

const MAX_PEOPLE = 10

function waysOf(filter: OrderFilter): Way[] {
  const { driverOrClientId: either, personIds, sign, phone } = filter
  const people = personIds?.slice(0, MAX_PEOPLE)
  const choices: (Choice[] | undefined)[] = [
    either === undefined ? undefined : eitherSide(either),
    people?.flatMap((id) => eitherSide(id)),
    sign === undefined ? undefined : signIs(sign).map((exact) => ({ exact })),
    phone === undefined
      ? undefined
      : [
          { exact: sql`orders.client_phone = ${phone}` },
          { exact: sql`orders.phone = ${phone} and orders.phone is distinct from orders.client_phone` },
        ],
  ]
  return choices.reduce<Way[]>(
    (ways, choice) =>
      choice === undefined
        ? ways
        : ways.flatMap((way) =>
            choice.map(({ exact, isByClient = false }) => ({
              terms: way.terms,
              exact: [...way.exact, exact],
              isByClient: way.isByClient || isByClient,
            })),
          ),
    waysOfTerms(filter.search),
  )
}

interface Choice {
  exact: Sql
  isByClient?: boolean
}

function eitherSide(personId: number): Choice[] {
  return [
    { exact: sql`orders.driver_id = ${personId}` },
    { exact: sql`orders.client_id = ${personId}`, isByClient: true },
  ]
}

function signIs(sign: string): Sql[] {
  return [...new Set([sign, sign.toUpperCase()])].map((one) => sql`orders.car_indicativ = ${one}`)
}

const SHORTEST_FOR_TRIGRAMS = 3
const CODE = /^(?=.*\d)[\p{L}\d-]{1,9}$/u

/** All terms in the text; or one of them as a call sign or an order number, and the others in the text. */
function waysOfTerms(search = ''): Way[] {
  const searchTerms = search.split(/\s+/).filter((word) => word !== '')
  if (searchTerms.length === 0) return [{ terms: searchTerms, exact: [] }]
  const asCodes = searchTerms
    .filter((word) => CODE.test(word))
    .slice(0, 2)
    .flatMap((code) => {
      const others = searchTerms.filter((word) => word !== code)
      const number = /^\d+$/.test(code) ? [sql`orders.id = ${Number(code)}`] : []
      return [...signIs(code), ...number].map((exact) => ({ terms: others, exact: [exact] }))
    })
  // Two letters occur in nearly every text, and a trigram index cannot find them.
  const isText = searchTerms.some((word) => bare(word).length >= SHORTEST_FOR_TRIGRAMS)
  return isText ? [{ terms: searchTerms, exact: [] }, ...asCodes] : asCodes
}

function branchSql(
  { companies, whose, isOnlyAddress }: Branch,
  filter: OrderFilter,
  { way, after, max }: { way: Way; after: Cursor | null; max: number },
): Sql {
  const company = companies === null ? null : sql`of_company.id`
  const where = [
    sql`orders.deleted_at is null`,
    // A call that ended without an order leaves a draft that was never placed; it is shown in the list of calls only.
    sql`(orders.state <> 'canceled' or orders.placed_at is not null)`,
    whose(company ?? sql`null`),
    ...conditions(filter),
    ...(way.terms.length === 0 ? [] : [isOnlyAddress ? addressHas(way.terms) : textHas(way.terms)]),
    ...way.exact,
    ...(after === null ? [] : [sql`(orders.created_at, orders.id) < (${momentOf(after)}, ${after.id}::bigint)`]),
  ]
  const rows = sql`(select orders.id, orders.created_at from orders where ${sql.join(where, sql` and `)}
    order by orders.created_at desc, orders.id desc limit ${max})`
  if (companies === null) return rows
  return sql`(select found.id, found.created_at from unnest(${[...companies]}::bigint[]) as of_company(id)
    cross join lateral ${rows} as found)`
}

function momentOf({ micros }: Cursor): Sql {
  return sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`
}

function conditions(filter: OrderFilter): Sql[] {
  const { states, driverId, clientId, dispatcherId, companyId } = filter
  const { paymentType, settledBy, orderId, isOnline, isPaid } = filter
  const found: (Sql | false)[] = [
    ...periodOf(filter),
    filter.protocolUserId !== undefined && sql`orders.protocol_user_id = ${filter.protocolUserId}`,
    filter.reason !== undefined && sql`orders.cancellation_reason_type = ${filter.reason}`,
    filter.endedBy !== undefined &&
      sql`orders.cancellation_reason_type <> '' and coalesce(orders.cancelled_by, 'unknown') = ${filter.endedBy}`,
    states.length > 0 && sql`orders.state = any(${[...states]}::text[])`,
    driverId !== undefined && sql`orders.driver_id = ${driverId}`,
    filter.drivenForId !== undefined &&
      sql`coalesce(orders.processed_by_company_id, orders.created_by_company_id) = ${filter.drivenForId}`,
    clientId !== undefined && sql`orders.client_id = ${clientId}`,
    dispatcherId !== undefined && sql`orders.dispatcher_id = ${dispatcherId}`,
    companyId !== undefined && sql`orders.created_by_company_id = ${companyId}`,
    paymentType !== undefined && sql`orders.payment_type = ${paymentType}`,
    settledBy !== undefined && sql`orders.state = 'finished' and orders.payment_type = ${settledBy}`,
    orderId !== undefined && sql`orders.id = ${orderId}`,
    isPaid !== undefined && sql`orders.driver_payment_bani > 0 and orders.is_paid = ${isPaid}`,
    filter.isFareDoubted === true && sql`orders.fare_doubt is not null`,
    isOnline === true && sql`orders.dispatcher_id is null and orders.state <> 'new'`,
    isOnline === false && sql`orders.dispatcher_id is not null`,
  ]
  return found.filter((condition) => condition !== false)
}

function periodOf({ intervalId, isByEnd, from, to }: OrderFilter): (Sql | false)[] {
  if (intervalId !== undefined) return searchedWithin(intervalId, from, to)
  return isByEnd ? endedWithin(from, to) : takenWithin(from, to)
}

/** Counts like the report of searches: by the start of a finished search. */
function searchedWithin(intervalId: number, from: Date | null, to: Date | null): (Sql | false)[] {
  const began = [
    ...(from === null ? [] : [sql`walk.started_at >= ${from}`]),
    ...(to === null ? [] : [sql`walk.started_at < ${to}::timestamptz + interval '1 second'`]),
  ]
  return [
    from !== null && sql`orders.created_at >= ${from}::timestamptz - interval '32 days'`,
    to !== null && sql`orders.created_at <= ${to}`,
    sql`exists (select from search_walks walk where ${sql.join(
      [
        sql`walk.order_id = orders.id and walk.status not in ('running', 'queued') and walk.ended_at is not null`,
        sql`coalesce(walk.interval_id, 0) = ${intervalId}`,
        ...began,
      ],
      sql` and `,
    )})`,
  ]
}

function takenWithin(from: Date | null, to: Date | null): (Sql | false)[] {
  return [from !== null && sql`orders.created_at >= ${from}`, to !== null && sql`orders.created_at <= ${to}`]
}

const ENDED_AT = sql`case orders.state when 'finished' then orders.trip_finished_at when 'canceled' then orders.canceled_at end`

/** An order is created at most 30 days before its departure, so the index by age avoids reading older years. */
function endedWithin(from: Date | null, to: Date | null): (Sql | false)[] {
  return [
    from !== null && sql`orders.created_at >= ${from}::timestamptz - interval '32 days' and ${ENDED_AT} >= ${from}`,
    to !== null && sql`orders.created_at <= ${to} and ${ENDED_AT} < ${to}::timestamptz + interval '1 second'`,
  ]
}

function textHas(searchTerms: readonly string[]): Sql {
  return sql`exists (select from order_texts where order_texts.order_id = orders.id and ${everyTerm(sql`text`, searchTerms)})`
}

function addressHas(searchTerms: readonly string[]): Sql {
  return everyTerm(sql`search_fold(orders.address)`, searchTerms)
}

function everyTerm(text: Sql, searchTerms: readonly string[]): Sql {
  return sql.join(
    searchTerms.map((word) => sql`${text} like search_fold(${likePart(word)})`),
    sql` and `,
  )
}

/** Escapes typed text for use in a LIKE pattern. */
function likePart(word: string): string {
  return `%${bare(word).replace(/[\\%_]/g, '\\$&')}%`
}

/** A national number must match the international form in which it is stored. */
function bare(word: string): string {
  return /^0\d{6,}$/.test(word) ? word.slice(1) : word
}
