import type { ErasedRows } from '@dispecerat/contract/personal-data'
import { DomainError } from '@dispecerat/domain/errors'
import { closeSessions, hashPassword } from '../accounts/accounts.public.ts'
import { recordChange } from '../audit/audit.public.ts'
import type { Caller, Scope } from '../db/caller.ts'
import type { Db, Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { removeExportsOf } from '../exports/exports.public.ts'
import type { Server } from '../server.ts'
import { type ClientPerson, findClient, hasOpenWork, lockClient, whoseOf } from './client-person.store.ts'
import {
  eraseAccount,
  eraseAddresses,
  eraseCalls,
  eraseNotes,
  eraseOrders,
  eraseWords,
  namesOf,
  noteErasure,
} from './erase-rows.store.ts'
import { sealedMentions } from './replace-mentions.ts'

/** Who takes the sound of a call away for good. */
export interface SoundBin {
  remove(file: string): Promise<void>
  /** Files of a call that no row names: packets that have not become sound yet. */
  removeCall(sipCallerId: string): Promise<void>
}

/** Orders and calls of one transaction. */
const PORTION = 200

export interface Erased {
  isWhole: boolean
  removed: ErasedRows
}

/** Throws user.unknown for whoever is no client of the caller's companies. */
export async function requireClient(db: Db | Tx, scope: Scope, clientId: number): Promise<ClientPerson> {
  const client = await findClient(db, clientId, scope)
  if (!client) throw new DomainError('user.unknown')
  return client
}

/**
 * Takes a client's person out of the caller's companies' rows, and out of the user once no other company knows the client and nobody
 * works with it: an account, and what another company has, stay. Money, numbers, times and drivers of the orders stay. A phone on the
 * list of blocked ones stays there. A company is told that its own rows are gone whoever has the phone.
 * Throws user.unknown, client.has_open_order.
 */
export async function eraseClient(
  server: Server,
  caller: Caller,
  { clientId, reason, bin }: { clientId: number; reason: string | undefined; bin: SoundBin },
): Promise<Erased> {
  const known = await requireClient(server.db, caller.scope, clientId)
  const phoneHash = await hashPassword(known.phone ?? '')
  const names = await namesOf(server.db, whoseOf(known, caller.scope))
  const portions = await erasePast(server, caller, { clientId, bin })
  const { sounds, ...erased } = await write(server, caller, async (tx) => {
    const { client, whose, ...last } = await erasePortion(tx, caller.scope, clientId)
    const now = server.clock.now()
    const sums = { orders: portions.orders + last.orders, calls: portions.calls + last.calls }
    const recordings = portions.recordings + last.files.length
    const addresses = await eraseAddresses(tx, whose)
    const words = await eraseWords(tx, whose)
    await eraseNotes(tx, whose)
    await removeExportsOf(tx, whose.companies)
    const isGone = !client.isKeptElsewhere
    const isWhole = isGone || caller.scope.companies !== 'every'
    const removed: ErasedRows = { ...sums, recordings, addresses, ...words }
    if (isGone) await eraseAccount(tx, clientId, now)
    const by = caller.userId
    await noteErasure(tx, {
      userId: clientId,
      companyIds: client.knownTo,
      phoneHash,
      isWhole: isGone,
      removed,
      by,
      at: now,
      mentions: sealedMentions(server, { phone: known.phone, names, companies: whose.companies }),
    })
    await tell(tx, caller, { client, after: { ...removed, reason }, now })
    if (isGone) await closeSessions(tx, clientId, null, now)
    return { isWhole, removed, sounds: last }
  })
  await throwAway(bin, sounds)
  return erased
}

/**
 * Orders and calls go first, in transactions of some hundred rows; the last one of `eraseClient` takes what is left with everything else. An
 * erasure that breaks off is finished by asking again.
 */
async function erasePast(
  server: Server,
  caller: Caller,
  { clientId, bin }: { clientId: number; bin: SoundBin },
): Promise<{ orders: number; calls: number; recordings: number }> {
  const sums = { orders: 0, calls: 0, recordings: 0 }
  for (let isMore = true; isMore; ) {
    const erase = (tx: Tx) => erasePortion(tx, caller.scope, clientId)
    const { orders, calls, files, ...portion } = await write(server, { ...caller, once: null }, erase)
    await throwAway(bin, { files, ...portion })
    sums.orders += orders
    sums.calls += calls
    sums.recordings += files.length
    isMore = portion.isMore
  }
  return sums
}

async function throwAway(bin: SoundBin, sounds: { files: string[]; sipCallerIds: string[] }): Promise<void> {
  for (const file of sounds.files) await bin.remove(file)
  for (const call of sounds.sipCallerIds) await bin.removeCall(call)
}

async function erasePortion(tx: Tx, scope: Scope, clientId: number) {
  await lockClient(tx, clientId)
  const client = await requireClient(tx, scope, clientId)
  const whose = whoseOf(client, scope)
  if (await hasOpenWork(tx, whose)) throw new DomainError('client.has_open_order')
  const { orderIds, isMore } = await eraseOrders(tx, whose, PORTION)
  const { calls, files, sipCallerIds } = await eraseCalls(tx, whose, { orderIds, limit: PORTION })
  return { client, whose, orders: orderIds.length, calls, files, sipCallerIds, isMore: isMore || calls >= PORTION }
}

/** Each company's administrators may read that it happened; the house's too, where no company knew him. */
async function tell(
  tx: Tx,
  caller: Caller,
  { client, after, now }: { client: ClientPerson; after: object; now: Date },
): Promise<void> {
  const companyIds = client.knownTo.length === 0 ? [null] : client.knownTo
  for (const companyId of companyIds) {
    const told = { entity: 'client', entityId: client.userId, companyId, action: 'erased', before: null, after }
    await recordChange(tx, caller, told, now)
  }
}
