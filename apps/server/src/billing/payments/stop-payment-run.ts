import { DomainError } from '@dispecerat/domain/kernel/errors'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { endRun, lockRunOf } from './payment-runs.store.ts'

/**
 * Stops the run: no further order is paid or reversed, and completed ones stay. Throws `payment_run.unknown`, and `payment_run.ended` when
 * the run is over.
 */
export async function stopPaymentRun(server: Server, actor: Actor, id: number): Promise<{ runId: number }> {
  return write(server, actor, async (tx) => {
    const run = await lockRunOf(tx, actor.scope, id)
    if (!run) throw new DomainError('payment_run.unknown')
    if (run.state !== 'running') throw new DomainError('payment_run.ended')
    const now = server.clock.now()
    await endRun(tx, id, { state: 'stopped', by: actor.userId, refusal: null, now })
    for (const companyId of run.companyIds) {
      const stopped = { entity: 'payment_run', entityId: id, companyId, action: 'stopped' }
      await recordAudit(tx, actor, { ...stopped, before: null, after: { orders: run.changedCount } }, now)
    }
    return { runId: id }
  })
}
