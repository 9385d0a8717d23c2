import type { UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/database.ts'
import type { TypedPhoto } from '../../../platform/http/typed-photo.ts'

export async function keepUserPhoto(tx: Tx, userId: UserId, photo: TypedPhoto, now: Date): Promise<void> {
  const row = { content_type: photo.contentType, photo: photo.bytes, updated_at: now }
  await tx
    .insertInto('user_photos')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** False when there was none. */
export async function dropUserPhoto(tx: Tx, userId: UserId): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('user_photos').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function userPhoto(db: Db, userId: UserId): Promise<TypedPhoto | null> {
  const { rows } = await sql<TypedPhoto>`
    select content_type as "contentType", photo as bytes from user_photos where user_id = ${userId}
  `.execute(db)
  return rows[0] ?? null
}
