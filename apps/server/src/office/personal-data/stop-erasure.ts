import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { findClient } from './client-person.store.ts'
import { endErasureRun, lockErasureOf } from './erasure-runs.store.ts'
import { recordErasure } from './record-erasure.ts'

/** Stops a run; what is already erased cannot be restored. Throws `erasure.unknown`, and `erasure.ended` when the run is over. */
export async function stopErasure(server: Server, actor: Actor, id: number): Promise<{ runId: number }> {
  return write(server, actor, async (tx) => {
    const run = await lockErasureOf(tx, actor.scope, id)
    if (!run) throw new DomainError('erasure.unknown')
    if (run.state !== 'running') throw new DomainError('erasure.ended')
    const now = server.clock.now()
    await endErasureRun(tx, id, { state: 'stopped', by: actor.userId }, now)
    const client = await findClient(tx, run.userId, { companies: run.companyIds ?? 'every', ownUserId: null })
    const { orders, calls, recordings } = run.removed
    const stopped = { action: 'erasure_stopped', after: { orders, calls, recordings } } as const
    if (client) await recordErasure(tx, actor, { client, ...stopped }, now)
    return { runId: id }
  })
}
