import { setTimeout as sleep } from 'node:timers/promises'
import { cancelOrder, createOrder, editOrder } from '@dispecerat/contract/orders/orders'
import { acceptCall, endCall, ringSimulatedCall } from '@dispecerat/contract/telephony/calls'
import { DEFAULT_BEHAVIOUR } from '@dispecerat/simulation/behaviour'
import type { BehaviourMix } from '@dispecerat/simulation/behaviour-mix'
import { type Fleet, startFleet } from '@dispecerat/simulation/fleet'
import { type SeededRandom, seededRandom } from '@dispecerat/simulation/seeded-random'
import { createApiClient } from '../api/api-client.ts'
import { CORNERS, freshPhone, LONELY_PLACE, orderAt, searchInRounds } from '../processes/town.ts'
import { ConsoleView } from './console-view.ts'
import type { Journal, JournalOrder } from './journal.ts'
import { PatientClient, type ReceivedReplies } from './patient-client.ts'
import type { World } from './world.ts'

const DRIVERS = 16
/** Some phones lose their network again and again. */
const MIX: BehaviourMix = [['flapping', 20]]
const DISPATCHERS = 3
const CONSOLES = 2
const ROUNDS = 3
const ROUND_SECONDS = 4
/** Covers the whole town. */
const REACH_METRES = 12_000
const PAUSE_MS = { from: 300, to: 1200 }
const CALL_PAUSE_MS = { from: 1500, to: 3500 }
/** Percentages of orders that are cancelled, and that get another note. */
const CANCEL_PERCENT = 12
const EDIT_PERCENT = 25

export interface People {
  journal: Journal
  fleets: readonly Fleet[]
  consoles: readonly ConsoleView[]
  /** Reads the state of the server. */
  reader: PatientClient
  heard: ReceivedReplies
  /** Starts nothing new; resolves when requests under way have their replies. */
  stopPlacing(): Promise<void>
  goHome(): void
}

interface Work {
  client: PatientClient
  random: SeededRandom
  journal: Journal
  isOpen(): boolean
}

/** Runs a simulated fleet, dispatchers, callers and consoles; with two nodes, half of them on each. */
export async function startPeople({ nodes }: World, seed: number): Promise<People> {
  const urls = nodes.map(({ url }) => url)
  const [url = ''] = urls
  await searchInRounds(url, ROUNDS, ROUND_SECONDS, 'by_rotation', REACH_METRES)
  const { token } = await createApiClient(url, 'dispecer@demo.ro')
  const { token: managerToken } = await createApiClient(url, 'manager@demo.ro')
  const received: ReceivedReplies = { problems: [], statuses: new Map() }
  const journal: Journal = { orders: [], deeds: [] }
  const random = seededRandom(seed).fork('people')
  const client = (no: number, of = token) =>
    new PatientClient([...urls.slice(no % urls.length), ...urls.slice(0, no % urls.length)], of, received)

  let isOpen = true
  const work = (name: string, no: number): Work => {
    return { client: client(no), random: random.fork(name), journal, isOpen: () => isOpen }
  }
  const fleets = startFleets(urls, seed, journal)
  const working = [
    ...Array.from({ length: DISPATCHERS }, (_, no) => dispatch(work(`dispatcher ${no}`, no))),
    answerCalls(work('calls', 1), client(0, managerToken)),
  ]
  const consoles = Array.from({ length: CONSOLES }, (_, no) => new ConsoleView(no, urls, token, client(no)))
  return {
    journal,
    fleets,
    consoles,
    heard: received,
    reader: client(0),
    stopPlacing: async () => {
      isOpen = false
      await Promise.all(working)
    },
    goHome: () => {
      isOpen = false
      for (const fleet of fleets) fleet.stop()
      for (const console of consoles) console.close()
    },
  }
}

function startFleets(urls: readonly string[], seed: number, journal: Journal): Fleet[] {
  const behaviour = { ...DEFAULT_BEHAVIOUR, acceptSeconds: 1, speedUp: 200 }
  const accounts = Array.from({ length: DRIVERS }, (_, n) => {
    return { email: `sofer${101 + n}@demo.ro`, password: 'demo-parola' }
  })
  return urls.map((url, node) =>
    startFleet({
      url,
      behaviour,
      seed: seed + node,
      mix: MIX,
      accounts: accounts.filter((_, n) => n % urls.length === node),
      did: (email, deed, orderId) => {
        const isAcknowledged = deed === 'accepted' || deed === 'arrived' || deed === 'started' || deed === 'finished'
        if (isAcknowledged && orderId !== null) journal.deeds.push({ email, deed, orderId })
      },
    }),
  )
}

async function dispatch({ client, random, journal, isOpen }: Work): Promise<void> {
  const mine: JournalOrder[] = []
  for (let n = 0; isOpen(); n++) {
    const order: JournalOrder = { phone: freshPhone() }
    journal.orders.push(order)
    const body = orderAt(random.pick([...CORNERS, LONELY_PLACE]), order.phone)
    const placed = await client.send(createOrder, { body }, `place-${order.phone}`)
    if (placed) {
      order.id = placed.data.id
      mine.push(order)
    }
    if (random.chance(EDIT_PERCENT) && mine.length > 0) await note(client, random.pick(mine), n)
    if (random.chance(CANCEL_PERCENT) && mine.length > 0) await cancel(client, random.pick(mine))
    await sleep(random.whole(PAUSE_MS.from, PAUSE_MS.to))
  }
}

async function note(client: PatientClient, order: JournalOrder, n: number): Promise<void> {
  const id = order.id ?? 0
  const about_client = `nota ${n}`
  const edited = await client.send(editOrder, { params: { id }, body: { about_client } }, `note-${id}-${n}`)
  if (edited) order.note = about_client
}

async function cancel(client: PatientClient, order: JournalOrder): Promise<void> {
  const id = order.id ?? 0
  if (await client.send(cancelOrder, { params: { id }, body: {} }, `cancel-${id}`)) order.isCanceled = true
}

/** A call rings, is answered, gets an order, and ends. */
async function answerCalls({ client, random, journal, isOpen }: Work, exchange: PatientClient): Promise<void> {
  while (isOpen()) {
    const order: JournalOrder = { phone: freshPhone() }
    const rung = await exchange.send(ringSimulatedCall, { body: { phone: order.phone } }, `ring-${order.phone}`)
    const body = { phone_number: order.phone, sip_caller_id: rung?.data.sip_caller_id ?? '' }
    const accepted = rung && (await client.send(acceptCall, { body }, `answer-${order.phone}`))
    if (accepted) {
      journal.orders.push(order)
      order.id = accepted.data.id
      const { places } = orderAt(random.pick(CORNERS), order.phone)
      const placed = { state: 'created' as const, places, send_to_other_company: false }
      await client.send(editOrder, { params: { id: order.id }, body: placed }, `place-${order.phone}`)
      await client.send(endCall, { body: { phone_number: order.phone } }, `end-${order.phone}`)
    }
    await sleep(random.whole(CALL_PAUSE_MS.from, CALL_PAUSE_MS.to))
  }
}
