import type { ErasedRows } from '@dispecerat/contract/office/personal-data'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { closeSessions } from '../../identity/accounts/accounts.public.ts'
import { type Actor, type Scope, SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { removeExportsOf } from '../../platform/exports/exports.public.ts'
import { refusalOf } from '../../platform/lifecycle/long-runs.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import {
  type ClientPerson,
  hasOpenWork,
  lockClient,
  requireClient,
  type Whose,
  whoseOf,
} from './client-person.store.ts'
import {
  eraseAccount,
  eraseAddresses,
  eraseCalls,
  eraseNotes,
  eraseOrders,
  eraseTexts,
  noteErasure,
} from './erase-rows.store.ts'
import {
  type ErasureRun,
  endErasureRun,
  forgetRequests,
  forgetSounds,
  lockErasure,
  readErasure,
  type Sounds,
  saveErased,
} from './erasure-runs.store.ts'
import { recordErasure } from './record-erasure.ts'
import { sealedMentions } from './replace-mentions.ts'

/** Deletes recording files; deletion is final. */
export interface SoundBin {
  remove(file: string): Promise<void>
  /** Deletes the call's files that are in no row yet: packets that have not been converted to sound. */
  removeCall(sipCallerId: string): Promise<void>
}

/** Input that another process needs to continue the run. */
export interface ErasureRequest {
  phone: string | null
  phoneHash: string
  /** Every full name that the companies have of the client. */
  names: string[]
  reason: string | undefined
  ip: string | undefined
}

export interface Erased {
  isWhole: boolean
  removed: ErasedRows
}

export interface ErasureHooks {
  /** Runs between two portions, while the run holds no lock. Used by tests. */
  betweenPortions?: () => Promise<void>
}

/** Orders or calls per transaction. */
const PORTION = 200
const REQUEST = 'erasure_runs.request'

export function sealedRequest({ seal }: Pick<Server, 'seal'>, request: ErasureRequest): string {
  return seal.seal(JSON.stringify(request), REQUEST)
}

export function openedRequest({ seal }: Pick<Server, 'seal'>, sealed: string): ErasureRequest {
  return JSON.parse(seal.open(sealed, REQUEST)) as ErasureRequest
}

/** Runs an erasure to its end. Throws `erasure.stopped`, or the error that refused it between two portions. */
export async function advanceErasure(
  server: Server,
  { id, bin }: { id: number; bin: SoundBin },
  hooks: ErasureHooks = {},
): Promise<Erased> {
  for (;;) {
    const erased = await erasePortion(server, id, bin)
    if (erased) return erased
    await hooks.betweenPortions?.()
  }
}

/**
 * Runs one portion; null while more remain. The portion locks the row of the run, so two processes with the same run alternate. Recording
 * files are deleted after the transaction that erased their rows; until then the run lists them, so that a crash leaves no file behind.
 */
export async function erasePortion(server: Server, id: number, bin: SoundBin): Promise<Erased | null> {
  const { sounds, state, isWhole, removed, refusal } = await readErasure(server.db, id)
  if (sounds) {
    await throwAway(bin, sounds)
    await forgetSounds(server.db, id, sounds)
  }
  switch (state) {
    case 'done':
      return { isWhole: isWhole === true, removed }
    case 'stopped':
      throw new DomainError('erasure.stopped', { orders: removed.orders, calls: removed.calls })
    case 'refused':
      throw new DomainError(refusal?.code ?? 'erasure.ended', refusal?.facts)
    case 'running':
      await runPortion(server, id)
      return null
  }
}

async function throwAway(bin: SoundBin, { files, sipCallerIds }: Sounds): Promise<void> {
  for (const file of files) await bin.remove(file)
  for (const call of sipCallerIds) await bin.removeCall(call)
}

async function runPortion(server: Server, id: number): Promise<void> {
  try {
    await write(server, SYSTEM, async (tx) => eraseRows(server, tx, await lockErasure(tx, id)))
  } catch (error) {
    const refusal = refusalOf(error)
    await write(server, SYSTEM, async (tx) => {
      const { state } = await lockErasure(tx, id)
      if (state === 'running') await endErasureRun(tx, id, { state: 'refused', refusal }, server.clock.now())
    })
  }
}

/** Erases orders and calls in portions; the last portion also erases everything else. */
async function eraseRows(server: Server, tx: Tx, run: ErasureRun): Promise<void> {
  // Another process ran a portion meanwhile; its files have to be deleted first, because this portion would overwrite the list.
  if (run.state !== 'running' || run.sounds !== null) return
  const scope: Scope = { companies: run.companyIds ?? 'every', ownUserId: null }
  await lockClient(tx, run.userId)
  const client = await requireClient(tx, scope, run.userId)
  const whose = whoseOf(client, scope)
  if (await hasOpenWork(tx, whose)) throw new DomainError('client.has_open_order')
  const { orderIds, isMore } = await eraseOrders(tx, whose, PORTION)
  const { calls, files, sipCallerIds } = await eraseCalls(tx, whose, { orderIds, limit: PORTION })
  const before = run.removed
  const removed = {
    ...before,
    orders: before.orders + orderIds.length,
    calls: before.calls + calls,
    recordings: before.recordings + files.length,
  }
  const sounds = files.length + sipCallerIds.length > 0 ? { files, sipCallerIds } : null
  const isLast = !isMore && calls < PORTION
  const rest = isLast ? await eraseRest(server, tx, { run, scope, client, whose, removed }) : {}
  await saveErased(tx, { id: run.id, removed: { ...removed, ...rest }, sounds }, server.clock.now())
}

interface Last {
  run: ErasureRun
  scope: Scope
  client: ClientPerson
  whose: Whose
  removed: ErasedRows
}

async function eraseRest(
  server: Server,
  tx: Tx,
  { run, scope, client, whose, removed: before }: Last,
): Promise<Partial<ErasedRows>> {
  if (run.request === null) throw new Error(`erasure run ${run.id} runs without its request`)
  const { phone, phoneHash, names, reason, ip } = openedRequest(server, run.request)
  const now = server.clock.now()
  const rest = { addresses: await eraseAddresses(tx, whose), ...(await eraseTexts(tx, whose)) }
  await eraseNotes(tx, whose)
  await removeExportsOf(tx, whose.companies)
  const isGone = !client.isStoredElsewhere
  const removed = { ...before, ...rest }
  if (isGone) await eraseAccount(tx, run.userId, now)
  const by = run.startedBy
  await noteErasure(tx, {
    userId: run.userId,
    companyIds: client.knownTo,
    phoneHash,
    isWhole: isGone,
    removed,
    by,
    at: now,
    mentions: sealedMentions(server, { phone, names, companies: whose.companies }),
  })
  const author: Actor = { ...SYSTEM, userId: by, ...(ip === undefined ? {} : { ip }) }
  await recordErasure(tx, author, { client, action: 'erased', after: { ...removed, reason } }, now)
  if (isGone) await closeSessions(tx, server.domainEvents, { userId: run.userId, now })
  await endErasureRun(tx, run.id, { state: 'done', isWhole: isGone || scope.companies !== 'every' }, now)
  await forgetRequests(tx, scope, run.userId)
  return rest
}
