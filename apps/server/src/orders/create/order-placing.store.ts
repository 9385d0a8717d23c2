import type { NewPlace } from '@dispecerat/contract/orders/order-shapes'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { Credit } from '@dispecerat/domain/orders/credit'
import type { Lead } from '@dispecerat/domain/orders/lead'
import { type RawBuilder, sql } from 'kysely'
import { isOfferedBy } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { UNREAD } from '../../platform/db/hasten-client.ts'
import type { CompanyClient } from '../clients/clients.public.ts'
import { costByTariff } from '../fare/cost-by-tariff.ts'
import { lockAccount, openAmount } from '../fare/protocol-account.store.ts'
import { leadOfOrder } from '../lead/lead-of-order.store.ts'
import type { NewHistory } from '../order-history.store.ts'
import { columnsOf, type OrderChanges, type OrderRecord } from '../order-record.ts'
import type { OrderInput } from './order-input.ts'

/** Facts an order input is validated against. */
export interface PlacingFacts {
  /** When the search of an order for later begins. */
  lead: Lead
  /** The company itself, its accepted partners, and the companies the actor works for. */
  allowedCompanyIds: CompanyId[]
  serviceIsKnown: boolean
  unknownOptions: string[]
  isBlocked: boolean
  protocolIsActive: boolean
  /** Credit of the account that pays, without the order itself. */
  credit: Credit
  /** Estimate for the client, which an order on account also counts with until it has a cost; null without a tariff or a destination. */
  estimatedCostBani: number | null
  /** The company has discounts, so the best one must be chosen. */
  hasDiscounts: boolean
  /** Named drivers who drive for none of the companies searched. */
  unknownDriverIds: DriverId[]
  /** null: no client of this company has the phone. */
  client: CompanyClient | null
}

/** Company and actor of the order, and its ride as far as known: departure and road distance. */
interface Whose {
  companyId: CompanyId
  actor: Actor
  orderId?: OrderId
  leavesAt?: Date | null
  metres?: number | null
}

/**
 * Reads all facts for placing an order in one round trip, after the account that pays is locked; an order for later takes a second one for
 * its lead.
 */
export async function placingFacts(
  tx: Tx,
  { companyId, actor, orderId, ...ride }: Whose,
  input: OrderInput,
  now: Date,
): Promise<PlacingFacts> {
  const accountId = input.paymentType === 'protocol' ? input.protocolUserId : null
  if (accountId !== null) await lockAccount(tx, accountId)
  const mine = companiesOfWorker(actor)
  const { rows } = await sql<Omit<PlacingFacts, 'estimatedCostBani' | 'lead'>>`
    with allowed as (
      select ${companyId}::bigint as id
      union select partner_company_id from company_partners where company_id = ${companyId} and accepted_at is not null
      union select company_id from company_partners where partner_company_id = ${companyId} and accepted_at is not null
      union select ${mine}
    )
    select
      array(select id from allowed) as "allowedCompanyIds",
      exists (select from services where id = ${input.serviceId} and ${isOfferedBy([companyId])}) as "serviceIsKnown",
      array(select key from unnest(${Object.keys(input.options)}::text[]) as asked(key)
        where not exists (select from order_options o where o.key = asked.key and o.is_active and o.deleted_at is null
          and (o.company_id is null or o.company_id = ${companyId}))) as "unknownOptions",
      exists (select from blocked_phones where company_id = ${companyId}
        and phone in (${input.clientPhone}, ${input.phone})) as "isBlocked",
      exists (select from protocol_companies where user_id = ${input.protocolUserId} and company_id = ${companyId}
        and is_active and (contract_until is null or contract_until >= ${bucharestDay(now)}::date)) as "protocolIsActive",
      json_build_object('limitBani', (select credit_limit_bani from protocol_companies where user_id = ${input.protocolUserId}),
        'openBani', ${openAmount(input.protocolUserId, orderId)}) as credit,
      exists (select from discounts where company_id = ${companyId} and deleted_at is null and is_active) as "hasDiscounts",
      array(select driver_id from unnest(${input.customDriverIds}::bigint[]) as named(driver_id)
        where not exists (select from driver_status d where d.driver_id = named.driver_id
          and d.company_id in (select id from allowed))) as "unknownDriverIds",
      (select json_build_object('id', c.user_id, 'name', c.name, 'about', c.about)
        from users u join company_clients c on c.user_id = u.id and c.company_id = ${companyId}
        where u.phone = ${input.clientPhone}) as client
  `.execute(tx)
  const facts = rows[0]
  if (!facts) throw new Error('a select without from has one row')
  const { serviceId, places, leadMinutes: own } = input
  const lead = await leadOfOrder(tx, { companyId, leavesAt: ride.leavesAt ?? null, pickup: places[0], own }, now)
  const priced = { companyId, serviceId, places, at: ride.leavesAt ?? now, metres: ride.metres ?? null }
  return { ...facts, lead, estimatedCostBani: await costByTariff(tx, priced) }
}

/** Users of several companies may include drivers of all of them. */
function companiesOfWorker({ scope: { companies, ownUserId }, userId }: Actor): RawBuilder<unknown> {
  if (companies === 'every') return sql`company_id from user_companies where user_id = ${userId}`
  return sql`unnest(${ownUserId === null ? [...companies] : []}::bigint[])`
}

/** The drivers among these whose company may be offered the order. */
export async function driversWhoMayDrive(
  tx: Tx,
  order: OrderRecord,
  driverIds: readonly DriverId[],
): Promise<number[]> {
  const partners = order.sendToOtherCompany ? order.searchCompanyIds : []
  const rows = await tx
    .selectFrom('driver_status')
    .select('driver_id')
    .where('driver_id', 'in', [...driverIds])
    .where('company_id', 'in', [order.createdByCompanyId, ...partners])
    .execute()
  return rows.map(({ driver_id }) => driver_id)
}

export interface OrderToInsert {
  columns: OrderChanges & Required<Pick<OrderChanges, 'state' | 'createdByCompanyId' | 'departureTime'>>
  places: readonly NewPlace[]
  history: readonly Omit<NewHistory, 'orderId'>[]
  now: Date
}

/** The order, its addresses and its history in one statement. */
export async function insertOrder(tx: Tx, order: OrderToInsert): Promise<OrderId> {
  const { columns, now } = order
  const { rows } = await sql<{ id: OrderId }>`
    with placed as (${tx
      .insertInto('orders')
      .values({
        ...columnsOf(columns),
        state: columns.state,
        created_by_company_id: columns.createdByCompanyId,
        departure_time: columns.departureTime,
        created_at: now,
        updated_at: now,
      })
      .returning('id')}),
    addresses as (
      insert into order_places (order_id, position, name, lat, long, place_id, comment, bloc, scara, reper)
      select placed.id, ${placeColumns} from placed, ${placeRecords(order.places)}
    ),
    lines as (
      insert into order_history (order_id, timestamp, type, initiator_kind, initiator_id, data)
      select placed.id, ${now}, line.type, line.kind, line.user_id, line.data
      from placed, jsonb_to_recordset(${JSON.stringify(
        order.history.map(({ type, by, data }) => ({ type, kind: by.kind, user_id: by.userId, data: data ?? {} })),
      )}::jsonb) as line(type text, kind text, user_id bigint, data jsonb)
    )
    select id from placed
  `.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('an inserted order has an id')
  return id
}

const placeColumns = sql`
  position, name, lat, long, place_id, nullif(comment, ''), nullif(bloc, ''), nullif(scara, ''), nullif(reper, '')`

/** A table `place` of addresses with their positions. */
function placeRecords(places: readonly NewPlace[]) {
  const records = places.map((place, position) => ({ ...place, position }))
  return sql`jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as place(position integer, name text,
    lat double precision, long double precision, place_id text, comment text, bloc text, scara text, reper text)`
}

function numbering(companyId: CompanyId, now: Date) {
  return sql`
    insert into order_numbers as n (company_id, day, last_no) values (${companyId}, ${bucharestDay(now)}::date, 1)
    on conflict (company_id, day) do update set last_no = n.last_no + 1
    returning last_no`
}

/** Assigns the order's number. Done late: locking the counter from the insert on costs a third of the orders per second. */
export async function numberOrder(tx: Tx, orderId: OrderId, companyId: CompanyId, now: Date): Promise<void> {
  await sql`
    ${UNREAD} with number as (${numbering(companyId, now)})
    update orders set order_no = number.last_no from number where id = ${orderId}
  `.execute(tx)
}

/** The company's next display number of the Bucharest day, for a draft that is placed. */
export async function nextOrderNo(tx: Tx, companyId: CompanyId, now: Date): Promise<number> {
  const { rows } = await sql<{ last_no: number }>`${numbering(companyId, now)}`.execute(tx)
  const number = rows[0]?.last_no
  if (number === undefined) throw new Error('a counter that was raised has a number')
  return number
}

export async function replacePlaces(tx: Tx, orderId: OrderId, places: readonly NewPlace[]): Promise<void> {
  await tx.deleteFrom('order_places').where('order_id', '=', orderId).execute()
  await sql`
    insert into order_places (order_id, position, name, lat, long, place_id, comment, bloc, scara, reper)
    select ${orderId}::bigint, ${placeColumns} from ${placeRecords(places)}
  `.execute(tx)
}
