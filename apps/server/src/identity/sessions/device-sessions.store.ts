import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { isInTime } from './sessions.store.ts'

/** Event that every node handles: it reloads the sessions and closes their websockets (4403). Sent to no client. */
export const DEVICE_BLOCKED = 'device_blocked'

/** Binds the session to this phone. */
export async function bindSession(tx: Tx, tokenId: number, deviceId: number): Promise<void> {
  await tx.updateTable('access_tokens').set({ device_id: deviceId }).where('id', '=', tokenId).execute()
}

/** Records which open sessions are bound to a phone that was just blocked, so that every node drops them. */
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
