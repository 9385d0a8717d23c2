/*
 * Addresses that clients ordered from, per company: saved with every order, offered at the next call. Owns saved_addresses. Records no
 * events.
 */
import type { SavedAddress } from '@dispecerat/contract/geography/addresses'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
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

/** Counts one more use of an address by a phone of a company, in the order's transaction. */
export async function rememberAddress(tx: Tx, used: UsedAddress, now: Date): Promise<void> {
  await upsertUsed(tx, used, now)
}

/** Adds an address by the client's request, also a deleted one. Returns its id. */
export async function saveUsedAddress(tx: Tx, used: UsedAddress, now: Date): Promise<number> {
  await upsertUsed(tx, used, now)
  return restoreUsed(tx, used)
}

/** Addresses of a phone in the companies of the scope, most used first, at most 50. `phone` in E.164. */
export function savedAddressesOfPhone(db: Db, scope: Scope, phone: string): Promise<SavedAddress[]> {
  return addressesOf(db, scope, { phone })
}

/** The most used addresses of the scope's companies. */
export function mostUsedAddresses(db: Db, scope: Scope, limit: number): Promise<SavedAddress[]> {
  return mostUsed(db, scope, limit)
}

/** Number of orders of the scope's clients from each place, in the order of the ids; a street counts with all its house numbers. */
export async function usesOfPlaces(db: Db, scope: Scope, placeIds: readonly string[]): Promise<number[]> {
  if (placeIds.length === 0) return []
  const keys = placeIds.map(placeKey)
  const uses = await usesOf(db, scope, keys)
  return keys.map((key) => uses.get(key) ?? 0)
}
