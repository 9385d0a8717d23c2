import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

export interface InternalPlace {
  id: number
  name: string
  lat: number
  lng: number
  comment: string | null
  bloc: string | null
  scara: string | null
  reper: string | null
}

export interface NewInternalPlace extends Omit<InternalPlace, 'id'> {
  companyId: CompanyId
  /** The identity of a company's place. */
  placeId: string
  createdBy: number | null
}

/** Companies have some hundreds; at most this many are searched. */
const MAX_SEARCHED = 3000
const columns = sql`id, name, lat, lng, comment, bloc, scara, reper`

export async function internalPlacesOf(db: Db, scope: Scope): Promise<InternalPlace[]> {
  const { rows } = await sql<InternalPlace>`
    select ${columns} from internal_places where deleted_at is null and ${ofCompanies(scope)} order by id desc limit ${MAX_SEARCHED}
  `.execute(db)
  return rows
}

export async function internalPlace(db: Db, scope: Scope, id: number): Promise<InternalPlace | null> {
  const { rows } = await sql<InternalPlace>`
    select ${columns} from internal_places where deleted_at is null and id = ${id} and ${ofCompanies(scope)}
  `.execute(db)
  return rows[0] ?? null
}

/** The company's place of that id, also a deleted one, so that the error can say so. */
export async function lockInternalPlace(
  tx: Tx,
  where: { companyId: CompanyId; placeId: string } | { scope: Scope; id: number },
): Promise<(InternalPlace & { companyId: CompanyId; isDeleted: boolean }) | null> {
  const isIt =
    'id' in where
      ? sql`id = ${where.id} and ${ofCompanies(where.scope)}`
      : sql`company_id = ${where.companyId} and place_id = ${where.placeId}`
  const { rows } = await sql<InternalPlace & { companyId: CompanyId; isDeleted: boolean }>`
    select ${columns}, company_id as "companyId", deleted_at is not null as "isDeleted" from internal_places
    where ${isIt} for update
  `.execute(tx)
  return rows[0] ?? null
}

/** Adding the same place again updates it, and restores it when it was deleted. */
export async function saveInternalPlace(tx: Tx, place: NewInternalPlace, now: Date): Promise<InternalPlace> {
  const { rows } = await sql<InternalPlace>`
    insert into internal_places (company_id, place_id, name, lat, lng, comment, bloc, scara, reper, created_by, created_at)
    values (${place.companyId}, ${place.placeId}, ${place.name}, ${place.lat}, ${place.lng}, ${place.comment},
      ${place.bloc}, ${place.scara}, ${place.reper}, ${place.createdBy}, ${now})
    on conflict (company_id, place_id) do update set name = excluded.name, lat = excluded.lat, lng = excluded.lng,
      comment = excluded.comment, bloc = excluded.bloc, scara = excluded.scara, reper = excluded.reper, deleted_at = null
    returning ${columns}
  `.execute(tx)
  const saved = rows[0]
  if (!saved) throw new Error('a saved place was not returned')
  return saved
}

/** null restores it. */
export async function markPlaceDeleted(tx: Tx, id: number, deletedAt: Date | null): Promise<void> {
  await sql`update internal_places set deleted_at = ${deletedAt} where id = ${id}`.execute(tx)
}
