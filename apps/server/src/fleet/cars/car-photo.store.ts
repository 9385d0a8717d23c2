import type { CarId } from '@dispecerat/domain/kernel/ids'
import type { PhotoType } from '@dispecerat/domain/kernel/photo'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

export interface CarPhoto {
  contentType: PhotoType
  bytes: Buffer
}

export async function keepPhoto(tx: Tx, carId: CarId, photo: CarPhoto, now: Date): Promise<void> {
  const row = { content_type: photo.contentType, photo: photo.bytes, updated_at: now }
  await tx
    .insertInto('car_photos')
    .values({ car_id: carId, ...row })
    .onConflict((conflict) => conflict.column('car_id').doUpdateSet(row))
    .execute()
}

/** False when there was none. */
export async function dropPhoto(tx: Tx, carId: CarId): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('car_photos').where('car_id', '=', carId).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** 'unknown': no such car in the scope; null: it has no photo. */
export async function photoOf(db: Db, scope: Scope, carId: CarId): Promise<CarPhoto | null | 'unknown'> {
  const { rows } = await sql<{ contentType: PhotoType | null; bytes: Buffer }>`
    select photo.content_type as "contentType", photo.photo as bytes
    from cars left join car_photos as photo on photo.car_id = cars.id
    where cars.id = ${carId} and cars.deleted_at is null and ${ofCompanies(scope, 'cars.company_id')}
  `.execute(db)
  const row = rows[0]
  if (!row) return 'unknown'
  return row.contentType === null ? null : { contentType: row.contentType, bytes: row.bytes }
}
