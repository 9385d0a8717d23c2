import { DomainError } from '@dispecerat/domain/kernel/errors'
import { recordAudit } from '../audit/audit.public.ts'
import type { Actor } from '../db/actor.ts'
import { write } from '../db/write.ts'
import type { Server } from '../lifecycle/server.ts'
import { requireQuota } from '../limits/limits.public.ts'
import { emitOutboxChanged } from './emit-outbox-changed.ts'
import { lockMessage, QUOTA_OF, queueAgain } from './outbox.store.ts'
import { amountOf } from './queue-message.ts'

/** Makes a message due now and resets its attempts; a sent one is sent once more. Throws letter.unknown and QuotaExceeded. */
export async function resendMessage(server: Server, actor: Actor, id: number): Promise<{ outboundMessageId: number }> {
  return write(server, actor, async (tx) => {
    const outboundMessage = await lockMessage(tx, actor.scope, id)
    if (!outboundMessage) throw new DomainError('letter.unknown')
    const now = server.clock.now()
    if (outboundMessage.state !== 'queued') {
      const { companyId, kind } = outboundMessage
      if (companyId !== null)
        await requireQuota(tx, { companyId, kind: QUOTA_OF[kind], amount: amountOf(outboundMessage) }, now)
      await queueAgain(tx, id, now)
    }
    const about = { entity: 'letter', entityId: id, companyId: outboundMessage.companyId, action: 'resent' }
    await recordAudit(
      tx,
      actor,
      { ...about, before: { state: outboundMessage.state }, after: { state: 'queued' } },
      now,
    )
    await emitOutboxChanged(tx, outboundMessage.companyId, now)
    return { outboundMessageId: id }
  })
}
