import crypto from 'node:crypto'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { type Login, loginWith } from '../../platform/http/authenticate.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { NodeBus } from '../../platform/realtime/node-bus.ts'
import type { ConsoleTab, Frame, Realtime, ViewedOrder } from '../../platform/realtime/realtime.ts'
import { viewerFacts } from './order-viewers.store.ts'
import { ViewerRegistry, type Viewing, viewersOf } from './viewer-registry.ts'

const TOPIC = 'order-lookers'
/** Batches changes of many windows into one message per interval. */
const BATCH_MS = 20
const REPEAT_MS = 5000
const SILENT_MS = 3 * REPEAT_MS

/**
 * Tracks which dispatchers have which order open: in memory, sent to the order's company, shared with the other nodes. A closed window, a
 * lost socket and a killed node remove their viewers.
 */
export function createOrderViewers(server: Server, realtime: Realtime, bus: NodeBus) {
  const registry = new ViewerRegistry<ConsoleTab>()
  const node = crypto.randomUUID()
  const greeted = new WeakSet<ConsoleTab>()
  let batch: NodeJS.Timeout | null = null

  const frameOf = (orderId: OrderId): Frame => ({
    event: 'order_lookers',
    data: { order_id: orderId, dispatchers: viewersOf(registry.all(), orderId) },
  })
  const notifyDispatchers = (changed: readonly Viewing[]) => {
    const companyOf = new Map(changed.map(({ orderId, companyId }) => [orderId, companyId]))
    for (const [orderId, companyId] of companyOf) realtime.publish({ ...frameOf(orderId), toCompanies: [companyId] })
  }
  const publishToNodes = () => {
    batch = null
    bus.publish(TOPIC, JSON.stringify({ node, looks: registry.here() }))
  }
  const move = (tab: ConsoleTab, viewing: Viewing | null) => {
    const changed = registry.put(tab, viewing)
    if (changed.length === 0) return
    notifyDispatchers(changed)
    batch ??= setTimeout(publishToNodes, BATCH_MS)
  }

  bus.subscribe(TOPIC, (message) => {
    const received = JSON.parse(message) as { node: string; looks: Viewing[] }
    if (received.node !== node)
      notifyDispatchers(registry.applyNodeReport(received.node, received.looks, performance.now()))
  })
  realtime.onTabGone((tab) => move(tab, null))
  realtime.onViewer(async (tab, viewed) => {
    const login = loginWith(tab.login, 'orders.dispatch')
    if (!login) return []
    const viewing = await viewingOf(server, login, viewed, registry.at(tab))
    if (!tab.isOpen) return []
    move(tab, viewing)
    if (greeted.has(tab)) return []
    greeted.add(tab)
    return openOrders(registry.all(), login).map(frameOf)
  })

  return {
    /** Repeats this node's viewers, and removes those of silent nodes. */
    start: () => {
      const repeat = setInterval(() => {
        publishToNodes()
        notifyDispatchers(registry.forgetSilent(performance.now() - SILENT_MS))
      }, REPEAT_MS)
      return {
        stop: () => {
          clearInterval(repeat)
          if (batch) clearTimeout(batch)
          bus.publish(TOPIC, JSON.stringify({ node, looks: [] }))
        },
      }
    },
  }
}

/** Only a change of the order queries the database. */
async function viewingOf(
  { db, clock }: Server,
  login: Login,
  { orderId, ...how }: ViewedOrder,
  before: Viewing | null,
): Promise<Viewing | null> {
  if (orderId === null) return null
  if (before?.orderId === orderId) return { ...before, ...how }
  const facts = await viewerFacts(db, login, orderId)
  return facts && { orderId, userId: login.userId, since: clock.now().getTime(), ...how, ...facts }
}

/** Viewed orders of the companies this window gets events of. */
function openOrders(viewings: readonly Viewing[], { scope: { companies } }: Login): OrderId[] {
  const received = viewings.filter(({ companyId }) => companies === 'every' || companies.includes(companyId))
  return [...new Set(received.map(({ orderId }) => orderId))]
}
