import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { isInTime } from './sessions.store.ts'

/** Heard by every node: the sessions are looked at again and their websockets are closed (4403). Sent to no client. */
export const DEVICE_BLOCKED = 'device_blocked'

/** From now on the session is one of this phone. */
export async function bindSession(tx: Tx, tokenId: number, deviceId: number): Promise<void> {
  await tx.updateTable('access_tokens').set({ device_id: deviceId }).where('id', '=', tokenId).execute()
}

/** Tells every node which open sessions stand on a phone that is blocked now. */
export async function cutOffDevice(tx: Tx, deviceId: number, now: Date): Promise<void> {
  const open = await tx
    .selectFrom('access_tokens')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('revoked_at', 'is', null)
    .where(isInTime('access_tokens', now))
    .execute()
  if (open.length === 0) return
  await record(tx, [{ event: DEVICE_BLOCKED, data: { token_ids: open.map(({ id }) => id) } }], now)
}
