import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { hashPassword } from '../../identity/accounts/accounts.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { firstRun, write } from '../../platform/db/write.ts'
import { answerInTime } from '../../platform/lifecycle/long-runs.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import {
  advanceErasure,
  type Erased,
  type ErasureHooks,
  openedRequest,
  type SoundBin,
  sealedRequest,
} from './advance-erasure-run.ts'
import { hasOpenWork, lockClient, requireClient, whoseOf } from './client-person.store.ts'
import { namesOf } from './erase-rows.store.ts'
import { insertErasure, unfinishedRequests } from './erasure-runs.store.ts'

export interface ErasureInput {
  clientId: UserId
  reason: string | undefined
  bin: SoundBin
}

/**
 * Erases a client's personal data from the rows of the actor's companies. The user is erased too when no other company has the client and
 * the user has no role; otherwise the account and other companies' rows stay. Amounts, numbers, times and drivers of orders stay, and so
 * does a blocked phone. The reply says whether the company's own rows are gone, not whether the user is. The run is stored before its first
 * portion, so that it continues when this process ends or the request times out; a repeated request continues the same run. Throws
 * user.unknown, client.has_open_order, erasure.running, erasure.stopped.
 */
export async function eraseClient(
  server: Server,
  actor: Actor,
  { bin, ...input }: ErasureInput,
  { timeoutMs, ...hooks }: ErasureHooks & { timeoutMs?: number } = {},
): Promise<Erased> {
  const first = await firstRun<{ runId: number }>(server.db, actor)
  const { runId } = first ? first.result : await begin(server, actor, input)
  return answerInTime(server, advanceErasure(server, { id: runId, bin }, hooks), {
    running: 'erasure.running',
    failed: 'an erasure broke off',
    timeoutMs,
  })
}

async function begin(
  server: Server,
  actor: Actor,
  { clientId, reason }: Omit<ErasureInput, 'bin'>,
): Promise<{ runId: number }> {
  const { scope, userId, ip } = actor
  const known = await requireClient(server.db, scope, clientId)
  const phoneHash = await hashPassword(known.phone ?? '')
  return write(server, actor, async (tx) => {
    await lockClient(tx, clientId)
    const client = await requireClient(tx, scope, clientId)
    const whose = whoseOf(client, scope)
    if (await hasOpenWork(tx, whose)) throw new DomainError('client.has_open_order')
    // Names that an earlier, stopped run already erased from the rows may still be in free texts.
    const earlier = (await unfinishedRequests(tx, scope, clientId)).map((sealed) => openedRequest(server, sealed))
    const names = [...new Set([...(await namesOf(tx, whose)), ...earlier.flatMap((request) => request.names)])]
    const request = sealedRequest(server, { phone: known.phone, phoneHash, names, reason, ip })
    const run = { userId: clientId, scope, startedBy: userId, request }
    const runId = await insertErasure(tx, run, server.clock.now())
    if (runId === null) throw new DomainError('erasure.running')
    return { runId }
  })
}
