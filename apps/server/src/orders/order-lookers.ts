import crypto from 'node:crypto'
import { type Login, loginWith } from '../http/authenticate.ts'
import type { NodeBus } from '../realtime/node-bus.ts'
import type { ConsoleTab, Frame, Look, Realtime } from '../realtime/realtime.ts'
import type { Server } from '../server.ts'
import { LookerBook, type Looking, lookersOf } from './looker-book.ts'
import { lookerFacts } from './order-lookers.store.ts'

const TOPIC = 'order-lookers'
/** One message per this long, however many windows moved. */
const BATCH_MS = 20
const REPEAT_MS = 5000
const SILENT_MS = 3 * REPEAT_MS

/**
 * Which dispatchers have which order open: kept in memory, told to the room of the order's company, shared with the other nodes. A
 * window that closes, a socket that dies and a node that is killed take their lookers with them.
 */
export function createOrderLookers(server: Server, realtime: Realtime, bus: NodeBus) {
  const book = new LookerBook<ConsoleTab>()
  const node = crypto.randomUUID()
  const greeted = new WeakSet<ConsoleTab>()
  let batch: NodeJS.Timeout | null = null

  const frameOf = (orderId: number): Frame => ({
    event: 'order_lookers',
    data: { order_id: orderId, dispatchers: lookersOf(book.all(), orderId) },
  })
  const notifyDispatchers = (changed: readonly Looking[]) => {
    const companyOf = new Map(changed.map(({ orderId, companyId }) => [orderId, companyId]))
    for (const [orderId, companyId] of companyOf) realtime.publish({ ...frameOf(orderId), toCompanies: [companyId] })
  }
  const publishToNodes = () => {
    batch = null
    bus.publish(TOPIC, JSON.stringify({ node, looks: book.here() }))
  }
  const move = (tab: ConsoleTab, looking: Looking | null) => {
    const changed = book.put(tab, looking)
    if (changed.length === 0) return
    notifyDispatchers(changed)
    batch ??= setTimeout(publishToNodes, BATCH_MS)
  }

  bus.subscribe(TOPIC, (message) => {
    const received = JSON.parse(message) as { node: string; looks: Looking[] }
    if (received.node !== node) notifyDispatchers(book.hearNode(received.node, received.looks, performance.now()))
  })
  realtime.onTabGone((tab) => move(tab, null))
  realtime.onLook(async (tab, look) => {
    const login = loginWith(tab.login, 'orders.dispatch')
    if (!login) return []
    const looking = await lookingOf(server, login, look, book.at(tab))
    if (!tab.isOpen) return []
    move(tab, looking)
    if (greeted.has(tab)) return []
    greeted.add(tab)
    return openOrders(book.all(), login).map(frameOf)
  })

  return {
    /** Repeats what this node knows, and forgets the nodes that no longer do. */
    start: () => {
      const repeat = setInterval(() => {
        publishToNodes()
        notifyDispatchers(book.forgetSilent(performance.now() - SILENT_MS))
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

/** Only a change of the order asks the database. */
async function lookingOf(
  { db, clock }: Server,
  login: Login,
  { orderId, ...how }: Look,
  before: Looking | null,
): Promise<Looking | null> {
  if (orderId === null) return null
  if (before?.orderId === orderId) return { ...before, ...how }
  const facts = await lookerFacts(db, login, orderId)
  return facts && { orderId, userId: login.userId, since: clock.now().getTime(), ...how, ...facts }
}

/** Orders somebody has open, of the companies this window hears about. */
function openOrders(looks: readonly Looking[], { scope: { companies } }: Login): number[] {
  const received = looks.filter(({ companyId }) => companies === 'every' || companies.includes(companyId))
  return [...new Set(received.map(({ orderId }) => orderId))]
}
