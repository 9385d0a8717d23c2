/*
 * Addresses clients ordered from, per company: remembered with every order, offered at the next call.
 * Owns saved_addresses. Records no events.
 */
import type { SavedAddress } from '@dispecerat/contract/addresses'
import type { Scope } from '../db/actor.ts'
import type { Db, Tx } from '../db/database.ts'
import {
  addressesOf,
  mostUsed,
  placeKey,
  restoreUsed,
  type UsedAddress,
  upsertUsed,
  usesOf,
} from './saved-addresses.store.ts'

export { deleteSavedAddress } from './delete-saved-address.ts'
export type { UsedAddress, UsedPlace } from './saved-addresses.store.ts'

/** Counts one more use of an address by a phone of a company; part of the order's transaction. */
export async function rememberAddress(tx: Tx, used: UsedAddress, now: Date): Promise<void> {
  await upsertUsed(tx, used, now)
}

/** The client puts an address on the list by hand, also one that was deleted. Returns its id. */
export async function saveUsedAddress(tx: Tx, used: UsedAddress, now: Date): Promise<number> {
  await upsertUsed(tx, used, now)
  return restoreUsed(tx, used)
}

/** A phone's addresses in the companies of the scope, most used first, at most 50. `phone` in E.164. */
export function savedAddressesOfPhone(db: Db, scope: Scope, phone: string): Promise<SavedAddress[]> {
  return addressesOf(db, scope, { phone })
}

/** The addresses of the scope's companies that are used most. */
export function mostUsedAddresses(db: Db, scope: Scope, limit: number): Promise<SavedAddress[]> {
  return mostUsed(db, scope, limit)
}

/** How often the scope's clients ordered from each of the places, a street counted with all its doors; in the order of the ids. */
export async function usesOfPlaces(db: Db, scope: Scope, placeIds: readonly string[]): Promise<number[]> {
  if (placeIds.length === 0) return []
  const keys = placeIds.map(placeKey)
  const uses = await usesOf(db, scope, keys)
  return keys.map((key) => uses.get(key) ?? 0)
}
