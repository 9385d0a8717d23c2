import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { insertNotice } from '../../office/messages/messages.public.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { contentOf, queuePush } from '../../platform/outbox/outbox.public.ts'
import type { FinanceTerms } from './finance-settings.store.ts'
import type { Account, Accounts } from './ledger.store.ts'
import { namesFor } from './names-for.store.ts'

/**
 * Nodes and consoles reload every balance that changed. A driver whose balance fell below the warning is notified once, until it has risen
 * above it again.
 */
export async function emitBalances(
  tx: Tx,
  { before, after, terms, now }: { before: Accounts; after: Accounts; terms: FinanceTerms; now: Date },
): Promise<void> {
  const events: LogEvent[] = []
  for (const account of after.values()) {
    const old = before.get(account.driverId)?.balanceBani
    if (old === undefined || old === account.balanceBani) continue
    const { driverId, companyId } = account
    events.push({ event: 'driver_status_changed', toCompanies: [companyId], data: { driver_id: driverId } })
    const min = terms.lowBalanceWarningBani
    if (min !== null && old >= min && account.balanceBani < min) events.push(...(await warn(tx, account, now)))
  }
  await record(tx, events, now)
}

async function warn(tx: Tx, { driverId, companyId, balanceBani }: Account, now: Date): Promise<LogEvent[]> {
  const facts = { sold: ronText(balanceBani), ...(await namesFor(tx, { driverId, companyId })) }
  const content = await contentOf(tx, 'driver_low_balance', companyId, facts)
  if (!content) return []
  const { subject: title, text } = content
  const messageId = await insertNotice(tx, { companyId, driverId, title, text, now })
  await queuePush(tx, { userId: driverId, title, text }, now)
  return [{ event: 'message', toUsers: [driverId], data: { message_id: messageId } }]
}

/** Formats as 12,50 with the sign in front. */
function ronText(bani: number): string {
  return ronFromBani(bani).toFixed(2).replace('.', ',')
}
