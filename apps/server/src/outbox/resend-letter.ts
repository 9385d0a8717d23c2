import { DomainError } from '@dispecerat/domain/errors'
import { recordAudit } from '../audit/audit.public.ts'
import type { Actor } from '../db/caller.ts'
import { write } from '../db/write.ts'
import { requireQuota } from '../limits/limits.public.ts'
import type { Server } from '../server.ts'
import { lockLetter, QUOTA_OF, queueAgain } from './outbox.store.ts'
import { amountOf } from './queue-letter.ts'
import { emitOutboxChanged } from './tell-outbox.ts'

/** Puts a letter at the head of the queue with its tries forgotten; one that was sent goes out once more. Throws letter.unknown and QuotaExceeded. */
export async function resendLetter(server: Server, actor: Actor, id: number): Promise<{ letterId: number }> {
  return write(server, actor, async (tx) => {
    const letter = await lockLetter(tx, actor.scope, id)
    if (!letter) throw new DomainError('letter.unknown')
    const now = server.clock.now()
    if (letter.state !== 'queued') {
      const { companyId, kind } = letter
      if (companyId !== null) await requireQuota(tx, { companyId, kind: QUOTA_OF[kind], amount: amountOf(letter) }, now)
      await queueAgain(tx, id, now)
    }
    const about = { entity: 'letter', entityId: id, companyId: letter.companyId, action: 'resent' }
    await recordAudit(tx, actor, { ...about, before: { state: letter.state }, after: { state: 'queued' } }, now)
    await emitOutboxChanged(tx, letter.companyId, now)
    return { letterId: id }
  })
}
