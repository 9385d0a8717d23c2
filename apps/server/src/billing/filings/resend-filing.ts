import { mayBeSentAgain } from '@dispecerat/domain/billing/filing'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { lockFiling } from './filings.store.ts'
import { sendAgain } from './queue-filing.ts'

/** Retries a waiting filing now, or a failed one again. Throws `filing.unknown`, `filing.wrong_state`. */
export async function resendFiling(server: Server, actor: Actor, id: number): Promise<{ filingId: number }> {
  return write(server, actor, async (tx) => {
    const filing = await lockFiling(tx, actor.scope, id)
    if (!filing) throw new DomainError('filing.unknown')
    if (!mayBeSentAgain(filing.state)) throw new DomainError('filing.wrong_state')
    const now = server.clock.now()
    // A filing under lease is being sent right now and would be sent twice.
    const isLeased = filing.leasedUntil !== null && filing.leasedUntil > now
    if (!isLeased) await sendAgain(tx, actor, filing, now)
    return { filingId: id }
  })
}
