import { type ConsoleEventData, orderDriversChannel, RECONNECT } from '@dispecerat/contract/api/realtime'
import { asId, type DriverId, type OrderId } from '@dispecerat/domain/kernel/ids'
import type { Fleet } from '../../fleet/fleet.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record, type StoredEvent } from '../../platform/db/event-log.ts'
import { ReadTogether } from '../../platform/db/read-together.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type Realtime, ToViewer } from '../../platform/realtime/realtime.ts'
import { LostPhones } from '../offers/lost-phones.ts'
import { confirmedOrders, driverSnapshots, offersOfEvents } from '../offers/offers.views.ts'
import { listsOfEvents } from '../offers/pending-lists.views.ts'
import { ReceiptBox } from '../offers/receipt-box.ts'
import { silencePhone } from '../offers/silence-phone.ts'
import { beginQueue, beginSearch, endSearch, noteReturn } from './begin-search.ts'
import { clientCalledOff, makeDue } from './search-inputs.store.ts'
import { canSeeSearch, type OrderSearch, readSearches, roundViews } from './searches.views.ts'
import type { WhyGone } from './walk-events.ts'

type Panel = ConsoleEventData<'ws_order_drivers'>

const PANEL_PREFIX = 'ws_order_drivers:'

/** What phones reported, until it is written: both must be flushed before shutdown. */
export interface PhoneReports {
  receipts: ReceiptBox
  lostPhones: LostPhones
}

/** Subscribes the search to domain events and sockets. */
export function subscribeSearch(server: Server, realtime: Realtime, fleet: Fleet): PhoneReports {
  subscribeToDomainEvents(server)
  const { db, clock } = server
  const reports = subscribeToPhones(server, realtime, fleet)
  const snapshots = new ReadTogether((driverIds: readonly DriverId[]) => driverSnapshots(db, driverIds, clock.now()))
  realtime.onConnect('driver', async ({ userId }) => {
    const data = await snapshots.of(userId)
    return data ? [{ event: 'offers_snapshot', data }] : []
  })
  realtime.enrich('order_available', (events) => offersOfEvents(db, events, clock.now()))
  realtime.enrich('pending_orders_updated', (events, isHere) => listsOfEvents(db, events, isHere, clock.now()))
  realtime.enrich('order_accept_confirmed', (events) => confirmedOrders(db, events))
  realtime.enrich('ws_order_drivers', (events) => panels(server, realtime, fleet, events))
  realtime.guardChannel(PANEL_PREFIX, 'orders.history', ({ scope }, orderId) => canSeeSearch(db, scope, asId(orderId)))
  return reports
}

function subscribeToPhones(server: Server, realtime: Realtime, fleet: Fleet): PhoneReports {
  const { clock } = server
  const receipts = new ReceiptBox(server)
  const lostPhones = new LostPhones(server, (driverId) => realtime.probe(driverId))
  realtime.onFrame('delivered', ({ userId }, { round_id }) => receipts.put(round_id, userId, 'delivered'))
  realtime.onFrame('viewed', ({ userId }, { round_id }) => {
    receipts.put(round_id, userId, 'viewed')
    lostPhones.watch(userId)
  })
  realtime.onPresence((userId, isConnected) => {
    if (!fleet.isOnShift(userId)) return
    const now = clock.now()
    // A phone connects again this long after a loss, which a node that was killed has not recorded.
    if (isConnected) lostPhones.put(userId, new Date(now.getTime() - RECONNECT.delayMs), now)
    else lostPhones.put(userId, now)
  })
  return { receipts, lostPhones }
}

function subscribeToDomainEvents({ domainEvents }: Server): void {
  domainEvents.on('order.search_wanted', (tx, wanted) => beginSearch(tx, domainEvents, wanted))
  domainEvents.on('order.queue_wanted', (tx, { orderId, now }) => beginQueue(tx, domainEvents, orderId, now))
  domainEvents.on('order.search_over', async (tx, { orderId, because, ...over }) =>
    endSearch(tx, domainEvents, orderId, { ...over, because: await whyOver(tx, orderId, because) }),
  )
  domainEvents.on('order.driver_chosen', async (tx, { orderId, driverId, now }) =>
    record(tx, await silencePhone(tx, { driverId, except: orderId, now }), now),
  )
  domainEvents.on('order.driver_released', async (tx, { orderId, driverId, now, release, hadOffer }) => {
    if (release === 'given_back' && hadOffer) await noteReturn(tx, orderId, driverId, now)
  })
  // The node's memory learns of the ban a moment later, so the engine could not withdraw the offer yet.
  domainEvents.on('driver.banned', async (tx, { driverId, now }) =>
    record(tx, await silencePhone(tx, { driverId, except: null, now }), now),
  )
  domainEvents.on('driver.work_changed', async (tx, { driverId, now }) => makeDue(tx, driverId, now))
}

async function whyOver(
  tx: Tx,
  orderId: OrderId,
  because: 'canceled' | 'queued' | 'deleted' | 'assigned',
): Promise<WhyGone> {
  if (because === 'assigned') return 'taken'
  if (because !== 'canceled') return 'no_longer_available'
  return (await clientCalledOff(tx, orderId)) ? 'client_canceled' : 'dispatcher_canceled'
}

/** Reads each panel with subscribers on this node once, however many changes the batch holds. */
async function panels(
  { db }: Server,
  realtime: Realtime,
  fleet: Fleet,
  events: readonly StoredEvent<'ws_order_drivers'>[],
): Promise<Map<number, ToViewer<Panel>>> {
  const orderIds = [...new Set(events.map(({ data }) => data.order_id))]
  const watched = orderIds.filter((orderId) => realtime.hasSubscribers(orderDriversChannel(orderId)))
  if (watched.length === 0) return new Map()
  const searches = await readSearches(db, watched, false)
  const panelOf = new Map<number, ToViewer<Panel>>(
    [...searches].map(([orderId, search]) => [orderId, panel(asId(orderId), search, fleet)]),
  )
  return new Map(
    events.flatMap(({ seq, data }) => {
      const found = panelOf.get(data.order_id)
      return found ? [[seq, found]] : []
    }),
  )
}

/** A subscription outlives the state in which a partner may read the order, so each frame checks access again. */
function panel(orderId: OrderId, search: OrderSearch, fleet: Fleet): ToViewer<Panel> {
  const mayRead = ({ companies, ownUserId }: Scope) =>
    ownUserId === null && (companies === 'every' || companies.some((id) => search.readers.includes(id)))
  return new ToViewer(({ scope }) =>
    mayRead(scope) ? { order_id: orderId, searches: roundViews(search, fleet, scope) } : undefined,
  )
}
