import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'
import type { LogEvent } from '../../platform/db/event-log.ts'
import { lockOrdersNeedingInteraction } from '../create/call-draft.store.ts'
import { changedEvents } from '../order-events.ts'
import { saveOrder } from '../orders.store.ts'

/** Clears `callNeedInteraction` of a client's orders once a dispatcher talks to the client. */
export async function clearCallNeedInteraction(
  tx: Tx,
  { companyId, phone, now }: { companyId: CompanyId; phone: string; now: Date },
): Promise<LogEvent[]> {
  const events: LogEvent[] = []
  for (const order of await lockOrdersNeedingInteraction(tx, companyId, phone)) {
    events.push(...changedEvents(await saveOrder(tx, order, { callNeedInteraction: false }, now)))
  }
  return events
}
