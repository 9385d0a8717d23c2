import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'
import type { LogEvent } from '../../platform/db/event-log.ts'
import { silenceDriver } from '../search/search-inputs.store.ts'
import { panelEvent } from '../search/walk-events.ts'

/** The locked driver got another order (`except`) or is banned: withdraws what else rings on that phone. Returns the events to record. */
export async function silencePhone(
  tx: Tx,
  { driverId, except, now }: { driverId: DriverId; except: OrderId | null; now: Date },
): Promise<LogEvent[]> {
  const silenced = await silenceDriver(tx, { driverId, except, now })
  return silenced.flatMap((orderId): LogEvent[] => {
    const data = { order_id: orderId, reason: 'no_longer_available' } as const
    return [{ event: 'order_canceled', toUsers: [driverId], data }, panelEvent(orderId)]
  })
}
