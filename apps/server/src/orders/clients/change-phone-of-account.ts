import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'
import { moveClients } from './move-clients.store.ts'
import {
  deleteUser,
  givePhoneTo,
  holderOfPhone,
  insertUserWithoutPhone,
  isClientSomewhere,
  lockPhoneOf,
  lockUserOfPhone,
  setPhone,
  takePhoneFrom,
} from './phone-holders.store.ts'

const EVERY_COMPANY = null

/**
 * Gives an account another phone (E.164), or none. Clients are identified by the phone: data of the old number stays with it, at a user
 * without an account, and data of the new number comes to this user. The phone must not belong to another account.
 */
export async function changePhoneOfAccount(tx: Tx, userId: UserId, phone: string | null, now: Date): Promise<void> {
  const old = await lockPhoneOf(tx, userId)
  if (old === phone) return
  const holderId = phone === null ? null : await lockUserOfPhone(tx, phone)
  if (holderId === userId) return
  const wasClient = await isClientSomewhere(tx, userId)
  if (holderId !== null) await takePhoneFrom(tx, holderId, now)
  await setPhone(tx, userId, phone)
  if (holderId === null && (old === null || !wasClient)) return

  const moved = (from: number, to: number) => moveClients(tx, { from, to, companies: EVERY_COMPANY })
  // Both may be clients of one company, where a user is unique, so they are swapped through a third one.
  const inBetweenId = await insertUserWithoutPhone(tx, now)
  if (old !== null) await moved(userId, inBetweenId)
  if (holderId !== null) await moved(holderId, userId)
  if (old !== null) {
    if (holderId !== null) await givePhoneTo(tx, holderId, old)
    await moved(inBetweenId, holderId ?? (await holderOfPhone(tx, old, now)))
  }
  await deleteUser(tx, inBetweenId)
}
