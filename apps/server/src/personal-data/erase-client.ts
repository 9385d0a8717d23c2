import type { ErasedRows } from '@dispecerat/contract/personal-data'
import { DomainError } from '@dispecerat/domain/errors'
import { closeSessions, hashPassword } from '../accounts/accounts.public.ts'
import { recordChange } from '../audit/audit.public.ts'
import type { Caller, Scope } from '../db/caller.ts'
import type { Db, Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
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
  const { phone } = await requireClient(server.db, caller.scope, clientId)
  const phoneHash = await hashPassword(phone ?? '')
  const { files, sipCallerIds, ...erased } = await write(server, caller, async (tx) => {
    await lockClient(tx, clientId)
    const client = await requireClient(tx, caller.scope, clientId)
    const whose = whoseOf(client, caller.scope)
    if (await hasOpenWork(tx, whose)) throw new DomainError('client.has_open_order')
    const now = server.clock.now()
    const names = await namesOf(tx, whose)
    const orderIds = await eraseOrders(tx, whose)
    const { calls, files, sipCallerIds } = await eraseCalls(tx, whose, orderIds)
    const addresses = await eraseAddresses(tx, whose)
    const words = await eraseWords(tx, whose)
    await eraseNotes(tx, whose, orderIds)
    const isGone = !client.isKeptElsewhere
    const isWhole = isGone || caller.scope.companies !== 'every'
    const removed: ErasedRows = { orders: orderIds.length, calls, recordings: files.length, addresses, ...words }
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
      mentions: sealedMentions(server, { phone: client.phone, names, companies: whose.companies }),
    })
    await tell(tx, caller, { client, after: { ...removed, reason }, now })
    if (isGone) await closeSessions(tx, clientId, null, now)
    return { isWhole, removed, files, sipCallerIds }
  })
  for (const file of files) await bin.remove(file)
  for (const call of sipCallerIds) await bin.removeCall(call)
  return erased
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
