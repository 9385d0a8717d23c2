import type { AddressOfPast, SavedAddress } from '@dispecerat/contract/geography/addresses'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { UNREAD } from '../../platform/db/hasten-client.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

export interface UsedPlace {
  name: string
  lat: number
  long: number
  placeId: string | null
  comment: string | null
  bloc: string | null
  scara: string | null
  reper: string | null
}

export interface UsedAddress {
  companyId: CompanyId
  /** E.164. */
  phone: string
  userId: UserId | null
  place: UsedPlace
}

/** Owner of addresses: a phone in E.164, or a user. */
export type Owner = { phone: string } | { userId: UserId }

const MAX_OF_CLIENT = 50
const DEGREE_E5 = 100_000

/** One row per company, phone, point rounded to 5 decimals, block and staircase; a deleted one stays deleted. */
export async function upsertUsed(tx: Tx, { companyId, phone, userId, place }: UsedAddress, now: Date): Promise<void> {
  await sql`
    ${UNREAD} insert into saved_addresses (company_id, phone, user_id, name, lat, long, lat_e5, long_e5, place_id, comment, bloc,
      scara, reper, use_count, last_used_at)
    values (${companyId}, ${phone}, ${userId}, ${place.name}, ${place.lat}, ${place.long},
      ${Math.round(place.lat * DEGREE_E5)}, ${Math.round(place.long * DEGREE_E5)}, ${place.placeId}, ${place.comment},
      ${place.bloc ?? ''}, ${place.scara ?? ''}, ${place.reper}, 1, ${now})
    on conflict (company_id, phone, lat_e5, long_e5, bloc, scara) do update set
      user_id = coalesce(excluded.user_id, saved_addresses.user_id), name = excluded.name,
      place_id = coalesce(excluded.place_id, saved_addresses.place_id),
      comment = coalesce(excluded.comment, saved_addresses.comment),
      reper = coalesce(excluded.reper, saved_addresses.reper),
      use_count = saved_addresses.use_count + 1,
      last_used_at = greatest(excluded.last_used_at, saved_addresses.last_used_at)
  `.execute(tx)
}

/** Restores a used address that was deleted. Returns its id. */
export async function restoreUsed(tx: Tx, { companyId, phone, place }: UsedAddress): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update saved_addresses set deleted_at = null
    where company_id = ${companyId} and phone = ${phone} and lat_e5 = ${Math.round(place.lat * DEGREE_E5)}
      and long_e5 = ${Math.round(place.long * DEGREE_E5)} and bloc = ${place.bloc ?? ''} and scara = ${place.scara ?? ''}
    returning id
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an address that was used has a row')
  return row.id
}

export async function addressesOf(db: Db, scope: Scope, owner: Owner): Promise<SavedAddress[]> {
  const { rows } = await sql<SavedAddress>`
    select id, name, lat, long, place_id, comment, nullif(bloc, '') as bloc, nullif(scara, '') as scara, reper, use_count
    from saved_addresses
    where deleted_at is null and ${ownIn(scope)}
      and ${'phone' in owner ? sql`phone = ${owner.phone}` : sql`user_id = ${owner.userId}`}
    order by use_count desc, last_used_at desc, id
    limit ${MAX_OF_CLIENT}
  `.execute(db)
  return rows
}

/** The most used addresses of a scope; address search uses them while the geocoder is unavailable. */
export async function mostUsed(db: Db, scope: Scope, limit: number): Promise<SavedAddress[]> {
  const { rows } = await sql<SavedAddress>`
    select id, name, lat, long, place_id, comment, nullif(bloc, '') as bloc, nullif(scara, '') as scara, reper, use_count
    from saved_addresses
    where deleted_at is null and ${inScope(scope)}
    order by use_count desc, last_used_at desc, id
    limit ${limit}
  `.execute(db)
  return rows
}

/** Grouping key of use counts: a street with all its house numbers, any other place by itself. */
export function placeKey(placeId: string): string {
  return /^gz_\d+/.exec(placeId)?.[0] ?? placeId
}

/** `placeKey` → number of orders of the scope's clients; keys without orders are missing. */
export async function usesOf(db: Db, scope: Scope, keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; uses: number }>`
    select coalesce(substring(place_id from '^gz_[0-9]+'), place_id) as key, sum(use_count) as uses
    from saved_addresses
    where deleted_at is null and place_id is not null and ${inScope(scope)}
      and coalesce(substring(place_id from '^gz_[0-9]+'), place_id) = any (${[...keys]}::text[])
    group by 1
  `.execute(db)
  return new Map(rows.map(({ key, uses }) => [key, Number(uses)]))
}

/** An address under a row lock, deleted ones included. */
export interface AddressRecord {
  id: number
  companyId: CompanyId
  isDeleted: boolean
  lastUsedAt: Date
  name: string
  lat: number
  long: number
  comment: string | null
  bloc: string | null
  scara: string | null
  reper: string | null
}

/** Locks the address FOR UPDATE; null when the scope has none. `client`: only an address of that client. */
export async function lockAddress(
  tx: Tx,
  scope: Scope,
  { id, client }: { id: number; client?: { clientId: UserId; phone: string | null } },
): Promise<AddressRecord | null> {
  const { rows } = await sql<AddressRecord>`
    select id, company_id as "companyId", deleted_at is not null as "isDeleted", last_used_at as "lastUsedAt", name, lat, long, comment,
      nullif(bloc, '') as bloc, nullif(scara, '') as scara, reper
    from saved_addresses
    where id = ${id} and ${ownIn(scope)} and ${client ? ofClient(client.clientId, client.phone) : sql`true`}
    for update
  `.execute(tx)
  return rows[0] ?? null
}

/** null restores the address. */
export async function setDeleted(tx: Tx, id: number, deletedAt: Date | null): Promise<void> {
  await sql`update saved_addresses set deleted_at = ${deletedAt} where id = ${id}`.execute(tx)
}

/** A client of the scope's companies and their phone; null when the user is no client there. */
export async function clientInScope(db: Db, scope: Scope, clientId: UserId): Promise<{ phone: string | null } | null> {
  const { rows } = await sql<{ phone: string | null }>`
    select phone from users where id = ${clientId}
      and exists (select from company_clients where user_id = users.id and ${inScope(scope)})
  `.execute(db)
  return rows[0] ?? null
}

/** Addresses a client ordered from, whether recorded with the user or only with the phone. */
export async function pastAddresses(
  db: Db,
  scope: Scope,
  clientId: UserId,
  phone: string | null,
): Promise<AddressOfPast[]> {
  const { rows } = await sql<SavedAddress & { last_used_at: Date }>`
    select id, name, lat, long, place_id, comment, nullif(bloc, '') as bloc, nullif(scara, '') as scara, reper, use_count,
      last_used_at
    from saved_addresses
    where deleted_at is null and ${inScope(scope)} and ${ofClient(clientId, phone)}
    order by last_used_at desc, id desc
    limit ${MAX_OF_CLIENT}
  `.execute(db)
  return rows.map((row) => ({ ...row, last_used_at: toWireTime(row.last_used_at) }))
}

function ofClient(clientId: UserId, phone: string | null) {
  return sql`(user_id = ${clientId} or phone = ${phone}::text)`
}

/** A client user belongs to no company, so their addresses in every company count. */
function ownIn(scope: Scope) {
  const isClient = scope.ownUserId !== null && scope.companies.length === 0
  return isClient ? sql`user_id = ${scope.ownUserId}` : inScope(scope)
}

function inScope({ companies, ownUserId, clientPhone }: Scope) {
  const company = ofCompanies({ companies })
  if (ownUserId === null) return company
  const ofPhone = clientPhone === undefined ? sql`true` : sql`phone = ${clientPhone}`
  return sql`${company} and user_id = ${ownUserId} and ${ofPhone}`
}
