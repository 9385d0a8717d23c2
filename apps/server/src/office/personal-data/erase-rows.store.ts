import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { asClient } from './client-data.views.ts'
import type { Whose } from './client-person.store.ts'

/** Replacement in columns that are not null. */
const GONE = 'date șterse'
const PLACE_GONE = 'Adresă ștearsă'
/** Two decimals are about a kilometre: enough for demand per district, too coarse for an address. */
const DIGITS_OF_PLACES = 2

const of = (column: string, companies: CompanyId[] | null): RawBuilder<boolean> =>
  sql`(${companies}::bigint[] is null or ${sql.ref(column)} = any(${companies}::bigint[]))`

const roundedPlace = sql`lat = round(lat::numeric, ${DIGITS_OF_PLACES}), long = round(long::numeric, ${DIGITS_OF_PLACES})`

async function count(rows: Promise<{ rows: unknown[] }>): Promise<number> {
  return (await rows).rows.length
}

/**
 * Removes phone, names, notes and exact places from orders; numbers, times, amounts and drivers stay. Returns the ids; `isMore` tells that
 * `limit` was reached and another call is needed.
 */
export async function eraseOrders(
  tx: Tx,
  { userId, phone, companies }: Whose,
  limit: number,
): Promise<{ orderIds: OrderId[]; isMore: boolean }> {
  const { rows } = await sql<{ id: OrderId }>`
    update orders set client_id = null, client_phone = null, phone = null, name = null, client_name = null,
      about_client = null, package_note = null, cancellation_reason_text = null,
      address = case when address is null then null else ${PLACE_GONE} end, version = version + 1
    where id in (
      select id from orders
      where (client_id = ${userId} or client_phone = ${phone}) and ${of('created_by_company_id', companies)}
      order by id limit ${limit}
    )
    returning id
  `.execute(tx)
  const ids = rows.map(({ id }) => id)
  const { numAffectedRows: others = 0n } = await sql`
    update orders set phone = client_phone, version = version + 1
    where id in (
      select id from orders
      where phone = ${phone} and phone is distinct from client_phone and ${of('created_by_company_id', companies)}
      order by id limit ${limit}
    )
  `.execute(tx)
  await sql`
    update order_places set name = ${PLACE_GONE}, place_id = null, comment = null, bloc = null, scara = null, reper = null,
      lat = round(lat::numeric, ${DIGITS_OF_PLACES}), long = round(long::numeric, ${DIGITS_OF_PLACES})
    where order_id = any(${ids}::bigint[])
  `.execute(tx)
  await sql`update order_history set data = data - 'text' where order_id = any(${ids}::bigint[]) and data ? 'text'`.execute(
    tx,
  )
  await eraseTrips(tx, ids)
  await sql`delete from order_proofs where order_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    update ratings set comment = null, client_id = null where order_id = any(${ids}::bigint[])
  `.execute(tx)
  // The position of an SOS stays, because it is the driver's.
  await eraseIncidents(
    tx,
    sql`order_id = any(${ids}::bigint[]) and client_id is null and type <> 'sos' and ${of('company_id', companies)}`,
  )
  await sql`update client_errors set phone_tail = null, order_id = null where order_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  return { orderIds: ids, isMore: ids.length === limit || Number(others) === limit }
}

/** Deletes the trail points of trips with the client; the driver's other points stay. */
async function eraseTrips(tx: Tx, orderIds: readonly OrderId[]): Promise<void> {
  await sql`
    delete from driver_trail as trail using orders
    where orders.id = any(${[...orderIds]}::bigint[]) and trail.order_id = orders.id and trail.driver_id = orders.driver_id
  `.execute(tx)
  await sql`update playbacks set sip_caller_id = null where order_id = any(${[...orderIds]}::bigint[])`.execute(tx)
}

async function eraseIncidents(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    update incident_steps set note = ${GONE} where note <> '' and incident_id in (select id from incidents where ${which})
  `.execute(tx)
  await sql`
    update incidents set client_id = null, address = null, text = case when text = '' then '' else ${GONE} end, ${roundedPlace}
    where ${which}
  `.execute(tx)
}

/** Anonymises calls of the phone, at most `limit`, and of the orders; the rows stay as figures. Returns the recording files to delete. */
export async function eraseCalls(
  tx: Tx,
  { phone, companies }: Whose,
  { orderIds, limit }: { orderIds: readonly OrderId[]; limit: number },
): Promise<{ calls: number; files: string[]; sipCallerIds: string[] }> {
  const isOver = sql`callee_driver_id is null and state = 'ended' and ${of('company_id', companies)}`
  const { rows } = await sql<{ id: number; sipCallerId: string | null }>`
    select id, sip_caller_id as "sipCallerId" from calls
    where id in (
      (select id from calls where phone = ${phone} and ${isOver} order by id limit ${limit})
      union all
      select id from calls where order_id = any(${[...orderIds]}::bigint[]) and ${isOver}
    )
    for update
  `.execute(tx)
  const ids = rows.map(({ id }) => id)
  await sql`
    update calls set phone = ${GONE}, sip_caller_id = null, reason_text = null where id = any(${ids}::bigint[])
  `.execute(tx)
  const sounds = await sql<{ file: string }>`
    delete from call_recordings where call_id = any(${ids}::bigint[]) returning file
  `.execute(tx)
  await sql`delete from dialled_phones where phone = ${phone} and ${of('company_id', companies)}`.execute(tx)
  const sipCallerIds = rows.flatMap(({ sipCallerId }) => sipCallerId ?? [])
  return { calls: ids.length, files: sounds.rows.map(({ file }) => file), sipCallerIds }
}

/** The audit entries about the client's addresses stay, without their content. */
export async function eraseAddresses(tx: Tx, { userId, phone, companies }: Whose): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from saved_addresses where (user_id = ${userId} or phone = ${phone}) and ${of('company_id', companies)}
    returning id
  `.execute(tx)
  await sql`
    update audit_log set before = '{}', after = '{}'
    where entity = 'saved_address' and entity_id = any(${rows.map(({ id }) => id)}::bigint[])
  `.execute(tx)
  return rows.length
}

/** Deletes messages with the client and outbound messages to them; conversations with them as staff stay. */
export async function eraseTexts(
  tx: Tx,
  { userId, phone, companies, worksFor }: Whose,
): Promise<{ messages: number; letters: number }> {
  const isClients = asClient('company_id', worksFor)
  const messages = await count(
    sql`delete from messages where (sender_id = ${userId} or receiver_id = ${userId}) and ${of('company_id', companies)}
      and ${isClients} returning id`.execute(tx),
  )
  await sql`
    delete from conversations where interlocutor_id = ${userId} and ${of('company_id', companies)} and ${isClients}
  `.execute(tx)
  const outboundMessages = await count(
    sql`delete from outbox where ((user_id = ${userId} and ${isClients}) or recipient = ${phone}
        or (kind = 'mail' and lower(recipient) in (
          select lower(email::text) from company_clients where user_id = ${userId} and ${of('company_id', companies)})))
      and ${of('company_id', companies)} returning id`.execute(tx),
  )
  return { messages, letters: outboundMessages }
}

/** Deletes the companies' records of the client; audit entries stay without their content. */
export async function eraseNotes(tx: Tx, { userId, phone, companies, worksFor }: Whose): Promise<void> {
  await sql`delete from company_clients where user_id = ${userId} and ${of('company_id', companies)}`.execute(tx)
  await sql`
    delete from account_clients own using protocol_companies contract
    where own.user_id = ${userId} and contract.user_id = own.account_id and ${of('contract.company_id', companies)}
  `.execute(tx)
  for (const table of ['client_sessions', 'client_codes']) {
    await sql`delete from ${sql.table(table)} where phone = ${phone} and ${of('company_id', companies)}`.execute(tx)
  }
  await sql`delete from unblocked_phones where phone = ${phone} and ${of('company_id', companies)}`.execute(tx)
  await sql`
    update blocked_phones set reason = ${GONE} where phone = ${phone} and ${of('company_id', companies)}
  `.execute(tx)
  await sql`
    update audit_log set before = '{}', after = '{}'
    where entity = 'blocked_phone' and ${phone} in (before ->> 'phone', after ->> 'phone') and ${of('company_id', companies)}
  `.execute(tx)
  await eraseIncidents(tx, sql`client_id = ${userId} and ${of('company_id', companies)}`)
  await sql`
    update audit_log set before = '{}', after = '{}'
    where (entity in ('client', 'account_client') or (entity = 'user' and ${asClient('company_id', worksFor)}))
      and entity_id = ${userId} and ${of('company_id', companies)}
  `.execute(tx)
}

/** Erases and closes the user itself, when no other company has the client and the user has no role. */
export async function eraseAccount(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await sql`
    update users set name = null, phone = null, email = null, identifier = null, password_hash = null, ban_reason = null,
      is_active = false, erased_at = ${now}, deleted_at = ${now}, version = version + 1
    where id = ${userId}
  `.execute(tx)
  await sql`update consents set ip = null where user_id = ${userId}`.execute(tx)
  for (const table of [
    'user_meta',
    'user_photos',
    'devices',
    'password_resets',
    'user_presence',
    'two_factor',
    'recovery_codes',
  ])
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
}

export async function noteErasure(
  tx: Tx,
  erasure: {
    userId: UserId
    companyIds: CompanyId[]
    phoneHash: string
    isWhole: boolean
    removed: object
    by: UserId | null
    at: Date
    /** Sealed JSON. */
    mentions: string
  },
): Promise<void> {
  await tx
    .insertInto('client_erasures')
    .values({
      user_id: erasure.userId,
      company_ids: erasure.companyIds,
      phone_hash: erasure.phoneHash,
      is_whole: erasure.isWhole,
      removed: JSON.stringify(erasure.removed),
      erased_by: erasure.by,
      erased_at: erasure.at,
      mentions: erasure.mentions,
    })
    .execute()
}

/** Every full name that the companies have of the client, to search for in free texts; read before the rows are erased. */
export async function namesOf(db: Db | Tx, { userId, phone, companies }: Whose): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from company_clients where user_id = ${userId} and name is not null and ${of('company_id', companies)}
    union select own.name from account_clients own join protocol_companies contract on contract.user_id = own.account_id
      where own.user_id = ${userId} and ${of('contract.company_id', companies)}
    union select client_name from orders where (client_id = ${userId} or client_phone = ${phone}) and client_name is not null
      and ${of('created_by_company_id', companies)}
    union select name from orders where (client_id = ${userId} or client_phone = ${phone}) and name is not null
      and ${of('created_by_company_id', companies)}
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** The oldest erasure whose mentions in free texts are not replaced yet. */
export async function unfinishedErasure(db: Db): Promise<{ id: number; mentions: string } | null> {
  const row = await db
    .selectFrom('client_erasures')
    .select(['id', 'mentions'])
    .where('mentions', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.mentions ? { id: row.id, mentions: row.mentions } : null
}

export async function endErasure(db: Db, id: number): Promise<void> {
  await db.updateTable('client_erasures').set({ mentions: null }).where('id', '=', id).execute()
}
