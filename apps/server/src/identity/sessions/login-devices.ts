import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Db, Tx } from '../../platform/db/database.ts'
import { hashOfToken, newToken } from './access-token.ts'
import { deviceOfToken, forgetOldestDevices, isIssued, saveDevice, touchDevice } from './login-devices.store.ts'

/** A device without a log-in for this long counts as unknown again. */
const REMEMBERED_DAYS = 180
/** Computers and telephones of one person. */
const MAX_DEVICES = 20

export function rememberedSince(now: Date): Date {
  return new Date(now.getTime() - REMEMBERED_DAYS * 24 * 3_600_000)
}

/** Finds a device on which the account logged in before; a token of another account is not accepted. */
export async function findKnownDevice(
  db: Db,
  { email, device_token: token }: { email: string; device_token?: string | null | undefined },
  now: Date,
): Promise<number | null> {
  if (!token) return null
  return deviceOfToken(db, { email, tokenHash: hashOfToken(token), usedSince: rememberedSince(now) })
}

interface DeviceOfLogIn {
  userId: UserId
  /** The token that the client sent; undefined when it stores none. */
  presentedToken: string | null | undefined
  known: number | null
  now: Date
}

/** Stores the device of a log-in and returns its token if the client stores one. */
export async function rememberDevice(
  tx: Tx,
  { userId, presentedToken, known, now }: DeviceOfLogIn,
): Promise<{ deviceToken: string | null; loginDeviceId: number | null }> {
  if (presentedToken === undefined) return { deviceToken: null, loginDeviceId: null }
  if (presentedToken && known !== null && (await touchDevice(tx, known, now)))
    return { deviceToken: presentedToken, loginDeviceId: known }
  // Colleagues on one computer share its token. A token that this server did not issue is replaced.
  const deviceToken = presentedToken && (await isIssued(tx, hashOfToken(presentedToken))) ? presentedToken : newToken()
  const loginDeviceId = await saveDevice(tx, { userId, tokenHash: hashOfToken(deviceToken), now })
  await forgetOldestDevices(tx, userId, MAX_DEVICES)
  return { deviceToken, loginDeviceId }
}
