import type { SavedAddress } from '@dispecerat/contract/addresses'
import { sql } from 'kysely'
import type { Scope } from '../db/caller.ts'
import type { Db, Tx } from '../db/database.ts'

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
  companyId: number
  /** E.164. */
  phone: string
  userId: number | null
  place: UsedPlace
}

/** Whose addresses: a phone in E.164, or a user. */
export type Owner = { phone: string } | { userId: number }

const MOST_OF_CLIENT = 50
const DEGREE_E5 = 100_000

/** One row per company, phone, point rounded to 5 decimals, bloc and staircase; a deleted one stays deleted. */
export async function upsertUsed(tx: Tx, { companyId, phone, userId, place }: UsedAddress, now: Date): Promise<void> {
  await sql`
    insert into saved_addresses (company_id, phone, user_id, name, lat, long, lat_e5, long_e5, place_id, comment, bloc,
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

export async function addressesOf(db: Db, scope: Scope, owner: Owner): Promise<SavedAddress[]> {
  const { rows } = await sql<SavedAddress>`
    select id, name, lat, long, place_id, comment, nullif(bloc, '') as bloc, nullif(scara, '') as scara, reper, use_count
    from saved_addresses
    where deleted_at is null and ${isClient(scope) ? sql`user_id = ${scope.ownUserId}` : inScope(scope)}
      and ${'phone' in owner ? sql`phone = ${owner.phone}` : sql`user_id = ${owner.userId}`}
    order by use_count desc, last_used_at desc, id
    limit ${MOST_OF_CLIENT}
  `.execute(db)
  return rows
}

/** The addresses a scope used most, for searching in when the geocoder is away. */
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

/** false: there is no such address for this caller. Deleting twice is fine. */
export async function markDeleted(tx: Tx, scope: Scope, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update saved_addresses set deleted_at = coalesce(deleted_at, ${now}) where id = ${id} and ${inScope(scope)} returning id
  `.execute(tx)
  return rows.length > 0
}

/** Belongs to no company: what he used is his wherever he used it. */
function isClient({ companies, ownUserId }: Scope): boolean {
  return ownUserId !== null && companies.length === 0
}

function inScope({ companies, ownUserId }: Scope) {
  const company = companies === 'every' ? sql`true` : sql`company_id = any (${[...companies]}::bigint[])`
  return ownUserId === null ? company : sql`${company} and user_id = ${ownUserId}`
}
