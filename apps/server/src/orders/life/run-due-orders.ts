import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { stateAfter } from '@dispecerat/domain/orders/order'
import { findCompany } from '../../identity/companies/companies.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { costOrEstimate } from '../fare/cost-or-estimate.ts'
import { changedEvents, reminder } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { saveOrder, saveReminded } from '../orders.store.ts'
import { hideOrder } from './delete-order.ts'
import { claimDue, type DueKind } from './due-orders.store.ts'
import { endTrip } from './finish-trip.ts'
import { foundNobody } from './found-nobody.ts'

type Deed = (tx: Tx, server: Server, due: { order: OrderRecord; now: Date }) => Promise<void>

const DEEDS: Record<DueKind, Deed> = {
  begin,
  remind,
  pending_timeout: timeOut,
  auto_finish: autoFinish,
  old_draft: sweep,
}
const KINDS = Object.keys(DEEDS) as DueKind[]

/** Maximum per run and kind, so that a long backlog does not starve the other kinds. */
const MAX_AT_ONCE = 500

/**
 * Does whatever is due by the server's clock, each order in a transaction of its own: a kill at any moment loses nothing, and a failing
 * order is skipped until the next run. Returns how many were done.
 */
export async function runDueOrders(server: Server): Promise<number> {
  let done = 0
  for (const kind of KINDS) done += await runKind(server, kind)
  return done
}

async function runKind(server: Server, kind: DueKind): Promise<number> {
  const failed: number[] = []
  for (let done = 0; ; ) {
    const attempt: { orderId: OrderId | null } = { orderId: null }
    try {
      const isOne = await write(server, SYSTEM, async (tx) => {
        const now = server.clock.now()
        const order = await claimDue(tx, kind, now, failed)
        attempt.orderId = order?.id ?? null
        if (order) await DEEDS[kind](tx, server, { order, now })
        return order !== null
      })
      if (isOne) done += 1
      if (!isOne || done >= MAX_AT_ONCE) return done
    } catch (error) {
      if (attempt.orderId === null) throw error
      server.log.error({ err: error, kind, order_id: attempt.orderId }, 'a due order failed')
      failed.push(attempt.orderId)
    }
  }
}

const SUSPENDED = 'Contul companiei este suspendat'

/**
 * Starts the search of a scheduled order. For a company suspended meanwhile it does not begin, and the client is marked for a call back.
 */
async function begin(tx: Tx, server: Server, { order, now }: { order: OrderRecord; now: Date }): Promise<void> {
  const company = await findCompany(tx, order.createdByCompanyId)
  if (company?.status === 'suspended') return foundNobody(tx, server.domainEvents, { order, now, text: SUSPENDED })
  const begun = await saveOrder(tx, order, { state: stateAfter(order, 'begin') }, now)
  await addHistory(tx, [{ orderId: order.id, at: now, type: 'begun', by: SYSTEM }])
  await server.domainEvents.emit(tx, 'order.search_wanted', { orderId: order.id, now })
  await record(tx, [...changedEvents(begun), reminder(begun, 'started')], now)
}

/** Reminds dispatchers once, however many servers and runs there are. */
async function remind(tx: Tx, _server: Server, { order, now }: { order: OrderRecord; now: Date }): Promise<void> {
  await saveReminded(tx, order, now)
  await record(tx, [reminder(order, 'soon')], now)
}

/** No driver accepted it from the pending list. */
async function timeOut(tx: Tx, server: Server, { order, now }: { order: OrderRecord; now: Date }): Promise<void> {
  await addHistory(tx, [{ orderId: order.id, at: now, type: 'pending_timeout', by: SYSTEM }])
  await server.domainEvents.emit(tx, 'order.search_over', { orderId: order.id, now, because: 'canceled' })
  await foundNobody(tx, server.domainEvents, { order, now })
}

/** Ends a trip that was not ended for half a day: a ride has no cost until a user enters one, a delivery costs its estimate. */
async function autoFinish(tx: Tx, server: Server, { order, now }: { order: OrderRecord; now: Date }): Promise<void> {
  const { driverId } = order
  if (driverId === null) throw new Error('an assigned order has a driver')
  const costBani = costOrEstimate(order)
  const data = { auto: true, ...(costBani === null ? {} : { cost: costBani / 100 }) }
  await endTrip(tx, server, SYSTEM, { order: { ...order, driverId }, fare: { costBani }, data, now })
}

async function sweep(tx: Tx, server: Server, due: { order: OrderRecord; now: Date }): Promise<void> {
  await hideOrder(tx, server, SYSTEM, due)
}
