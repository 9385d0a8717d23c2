import { mayBeSentAgain } from '@dispecerat/domain/billing/filing'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { emitFilingChanged } from './emit-filing-changed.ts'
import { type Filing, insertFiling, lockLive, type NewFiling, saveFiling } from './filings.store.ts'

/** Queues a filing once: a live one is left as it is, a failed one is retried. Returns its id in both cases. */
export async function queueFiling(
  tx: Tx,
  actor: Actor,
  filing: NewFiling,
  now: Date,
): Promise<{ filingId: number; isNew: boolean }> {
  const id = await insertFiling(tx, filing, { userId: actor.userId, now })
  if (id !== null) {
    const { companyId, invoiceId, fileName: file, kind } = filing
    const change = { entity: 'filing', entityId: id, companyId, action: 'created', before: null, after: { kind, file } }
    await recordAudit(tx, actor, change, now)
    await emitFilingChanged(tx, { id, companyId, invoiceId }, now)
    return { filingId: id, isNew: true }
  }
  const live = await lockLive(tx, filing)
  if (!live) throw new Error('a filing that stands cannot be found')
  if (live.state === 'failed') await sendAgain(tx, actor, live, now)
  return { filingId: live.id, isNew: false }
}

/** Makes the filing due now and resets its attempts. */
export async function sendAgain(tx: Tx, actor: Actor, filing: Filing, now: Date): Promise<void> {
  if (!mayBeSentAgain(filing.state)) throw new Error('a filing the authority holds is not sent again')
  await saveFiling(tx, filing.id, { state: 'pending', reason: null, message: null, dueAt: now, tries: 0 })
  const { id: entityId, companyId, state } = filing
  const change = {
    entity: 'filing',
    entityId,
    companyId,
    action: 'resent',
    before: { state },
    after: { state: 'pending' },
  }
  await recordAudit(tx, actor, change, now)
  await emitFilingChanged(tx, filing, now)
}
