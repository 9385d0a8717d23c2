import type { Db, Tx } from '../db/database.ts'
import { hashOfToken, newToken } from './access-token.ts'
import { deviceOfToken, forgetOldestDevices, isIssued, saveDevice, touchDevice } from './login-devices.store.ts'

/** A device that nobody logged in on for so long is a stranger's again. */
const REMEMBERED_DAYS = 180
/** Desks and telephones of one person. */
const MAX_DEVICES = 20

export function rememberedSince(now: Date): Date {
  return new Date(now.getTime() - REMEMBERED_DAYS * 24 * 3_600_000)
}

/** A device that the account logged in on before; a token of another account is worth nothing. */
export async function findKnownDevice(
  db: Db,
  { email, device_token: token }: { email: string; device_token?: string | null | undefined },
  now: Date,
): Promise<number | null> {
  if (!token) return null
  return deviceOfToken(db, { email, tokenHash: hashOfToken(token), usedSince: rememberedSince(now) })
}

interface DeviceOfLogIn {
  userId: number
  /** What the client sent; undefined: it stores no token. */
  given: string | null | undefined
  known: number | null
  now: Date
}

/** The device that is logged in on from now on, with its token if the client stores one. */
export async function rememberDevice(
  tx: Tx,
  { userId, given, known, now }: DeviceOfLogIn,
): Promise<{ deviceToken: string | null; loginDeviceId: number | null }> {
  if (given === undefined) return { deviceToken: null, loginDeviceId: null }
  if (given && known !== null && (await touchDevice(tx, known, now)))
    return { deviceToken: given, loginDeviceId: known }
  // Colleagues at one desk share its token. One that this server did not make is not taken over.
  const deviceToken = given && (await isIssued(tx, hashOfToken(given))) ? given : newToken()
  const loginDeviceId = await saveDevice(tx, { userId, tokenHash: hashOfToken(deviceToken), now })
  await forgetOldestDevices(tx, userId, MAX_DEVICES)
  return { deviceToken, loginDeviceId }
}
