import { DomainError } from '@dispecerat/domain/errors'
import { hashPassword } from '../accounts/accounts.public.ts'
import type { Actor } from '../db/actor.ts'
import { firstRun, write } from '../db/write.ts'
import { answerInTime } from '../long-runs.ts'
import type { Server } from '../server.ts'
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
  clientId: number
  reason: string | undefined
  bin: SoundBin
}

/**
 * Takes a client's person out of the caller's companies' rows, and out of the user once no other company knows the client and nobody
 * works with it: an account, and what another company has, stay. Money, numbers, times and drivers of the orders stay. A phone on the
 * list of blocked ones stays there. A company is told that its own rows are gone whoever has the phone.
 * The run is a row before its first portion, so it goes on when this process ends or the request has no more time; a repeated request
 * continues the same run.
 * Throws user.unknown, client.has_open_order, erasure.running, erasure.stopped.
 */
export async function eraseClient(
  server: Server,
  actor: Actor,
  { bin, ...asked }: ErasureInput,
  { timeoutMs, ...hooks }: ErasureHooks & { timeoutMs?: number } = {},
): Promise<Erased> {
  const first = await firstRun<{ runId: number }>(server.db, actor)
  const { runId } = first ? first.result : await begin(server, actor, asked)
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
    // What an earlier run has erased of them is still in free texts.
    const earlier = (await unfinishedRequests(tx, scope, clientId)).map((sealed) => openedRequest(server, sealed))
    const names = [...new Set([...(await namesOf(tx, whose)), ...earlier.flatMap((request) => request.names)])]
    const request = sealedRequest(server, { phone: known.phone, phoneHash, names, reason, ip })
    const run = { userId: clientId, scope, startedBy: userId, request }
    const runId = await insertErasure(tx, run, server.clock.now())
    if (runId === null) throw new DomainError('erasure.running')
    return { runId }
  })
}
