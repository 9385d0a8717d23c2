import type { UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** The device of this account with this token; null when the account or the device is unknown, or the device was unused for too long. */
export async function deviceOfToken(
  db: Db,
  { email, tokenHash, usedSince }: { email: string; tokenHash: Buffer; usedSince: Date },
): Promise<number | null> {
  const row = await db
    .selectFrom('login_devices as device')
    .innerJoin('users as u', 'u.id', 'device.user_id')
    .select('device.id')
    .where('u.email', '=', email)
    .where('u.deleted_at', 'is', null)
    .where('device.token_hash', '=', tokenHash)
    .where('device.last_used_at', '>', usedSince)
    .executeTakeFirst()
  return row?.id ?? null
}

/** False when the device was deleted meanwhile. */
export async function touchDevice(tx: Tx, id: number, now: Date): Promise<boolean> {
  const touched = await tx
    .updateTable('login_devices')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return touched !== undefined
}

export async function isIssued(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`select 1 from login_devices where token_hash = ${tokenHash} limit 1`.execute(tx)
  return rows.length > 0
}

export async function saveDevice(tx: Tx, device: { userId: UserId; tokenHash: Buffer; now: Date }): Promise<number> {
  const { userId: user_id, tokenHash: token_hash, now } = device
  const row = await tx
    .insertInto('login_devices')
    .values({ user_id, token_hash, created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet({ last_used_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Deletes all devices of an account but the most recently used. */
export async function forgetOldestDevices(tx: Tx, userId: UserId, max: number): Promise<void> {
  await sql`
    delete from login_devices where id in (
      select id from login_devices where user_id = ${userId} order by last_used_at desc, id desc offset ${max}
    )
  `.execute(tx)
}

/** Deletes the devices of these sessions: a device that may be stolen loses its own delays for wrong guesses. */
export async function forgetDevicesOfSessions(tx: Tx, tokenIds: readonly number[]): Promise<void> {
  if (tokenIds.length === 0) return
  await sql`
    delete from login_devices using access_tokens as t
    where t.id = any(${[...tokenIds]}::bigint[]) and t.login_device_id = login_devices.id
  `.execute(tx)
}

/** Deletes all devices of an account but the one of this session. */
export async function forgetDevices(tx: Tx, userId: UserId, remainingTokenId: number | null): Promise<void> {
  await sql`
    delete from login_devices where user_id = ${userId} and id is distinct from
      (select login_device_id from access_tokens where id = ${remainingTokenId})
  `.execute(tx)
}

/** Deletes devices that were last used before this time. */
export async function forgetUnusedDevices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('login_devices').where('last_used_at', '<', before).execute()
}
