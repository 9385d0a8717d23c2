import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/platform/db/database.ts'
import { startPeer } from '../bare-peer.ts'
import { openInstallation, spread } from '../bench-installation.ts'
import { connectDrivers, type DriverSocket, hangUp, keepReporting, type ReceivedFrame } from '../driver-sockets.ts'
import { type Bench, type BenchRow, percentile } from '../measure.ts'

const FLEETS = [1_000, 10_000]
/** For the peers. Together with our own drivers they stay below the limit of 20,000 open files per process. */
const PEER_DRIVERS = 1_000
const PER_SECOND = 25
const SECONDS = 8
const ROUNDS = 4
/** Interval at which a phone reports its position. */
const EVERY_SECONDS = 5

type Times = number[]
type Place = (n: number) => Promise<void>

/** From the POST to order_available on the offered driver's socket, with 1,000 and with 10,000 drivers who report their positions. */
export const bench: Bench = {
  name: 'offer-latency',
  run: async () => {
    const measured = []
    for (const fleet of FLEETS) measured.push(await measure(fleet))
    return {
      title: 'From the order to the driver’s phone',
      growsWith:
        'the drivers of the company (each is judged once per round, and each not asked is named in the row of the round) and the statements of a create; the sockets cost nothing while they are silent.',
      rows: measured.flatMap(({ rows }) => rows),
      notes: [
        ...measured.map(({ note }) => note),
        `${PER_SECOND} orders a second, however long the ones before take; every order is called off after its offer; one driver is asked at a time`,
        `every driver reports each ${EVERY_SECONDS} s; the peers hold the sockets of ${PEER_DRIVERS} drivers`,
        'all sockets of the phones live in the bench process, which shares the two cores with the servers and PostgreSQL',
      ],
    }
  },
}

async function measure(fleet: number): Promise<{ rows: BenchRow[]; note: string }> {
  await using installation = await openInstallation({ drivers: fleet })
  await using echo = await startPeer('echo')
  await using commit = await startPeer('commit', { DATABASE_URL: installation.databaseUrl })
  await offerToFewDrivers(installation.db)
  const ours = new Orders(installation.url, installation.dispatcherToken)
  const bare = new Orders(commit.url, null)
  const echoes = new Echoes()
  const few = installation.drivers.slice(0, PEER_DRIVERS)
  const sockets = await connectDrivers(installation.url, installation.drivers, { auth: true, onFrame: ours.hear })
  const bareSockets = await connectDrivers(commit.url, few, { auth: false, onFrame: bare.hear })
  const echoSockets = await connectDrivers(echo.url, few, { auth: false, onFrame: echoes.hear })
  const reporting = [sockets, bareSockets, echoSockets].map((all) => keepReporting(all, EVERY_SECONDS))
  try {
    await sleep(EVERY_SECONDS * 1000 + 1000)
    await openLoop((n) => ours.place(n), 3)
    ours.times.length = 0
    ours.answered.length = 0
    for (let round = 0; round < ROUNDS; round++) {
      await openLoop((n) => ours.place(n), SECONDS)
      await openLoop((n) => bare.place(n), SECONDS)
      await openLoop((n) => echoes.place(n, echoSockets), SECONDS)
    }
    const of = `${fleet.toLocaleString('en-US')} drivers`
    const answered = (share: number) =>
      row(`POST answered, p${share * 100}, ${of}`, 'POST answered by the bare one', ours.answered, bare.answered, share)
    return {
      rows: [
        ...rowsOf(of, 'bare POST, INSERT, COMMIT, send', ours.times, bare.times),
        ...rowsOf(of, 'bare ws round trip', ours.times, echoes.times),
        answered(0.5),
        answered(0.99),
      ],
      note: `${of}: ${ours.times.length} offers heard, ${ours.unheard()} of ${ours.placed} orders unheard`,
    }
  } finally {
    for (const each of reporting) each.stop()
    for (const each of [sockets, bareSockets, echoSockets]) hangUp(each)
    ours.close()
    bare.close()
  }
}

function rowsOf(of: string, peerName: string, ours: Times, peer: Times): BenchRow[] {
  return [
    row(`POST → order_available, p50, ${of}`, peerName, ours, peer, 0.5),
    row(`POST → order_available, p99, ${of}`, peerName, ours, peer, 0.99),
  ]
}

function row(what: string, peerName: string, ours: Times, peer: Times, share: number): BenchRow {
  return { what, peerName, unit: 'ms', ours: percentile(ours, share), peer: percentile(peer, share), better: 'lower' }
}

/** Sets the company's only rule: the nearest drivers within 3 km, one after another. */
async function offerToFewDrivers(db: Db): Promise<void> {
  const step = {
    search_type: 'by_radius',
    search_time: 10,
    search_limit: 3000,
    search_order_by: 'by_distance',
    notification_method: 'by_rotation',
    exclude_previous: false,
    show_for_busy_drivers: false,
  }
  await sql`update search_methods set definitions = ${JSON.stringify({ items: [step] })}::jsonb`.execute(db)
}

/** Starts one every 1/PER_SECOND s, whether or not earlier ones have finished, and waits for the last. */
async function openLoop(place: Place, seconds: number): Promise<void> {
  const startedAt = performance.now()
  const running: Promise<void>[] = []
  for (let n = 0; n < seconds * PER_SECOND; n++) {
    const wait = startedAt + (n * 1000) / PER_SECOND - performance.now()
    if (wait > 0) await sleep(wait)
    running.push(place(n))
  }
  await Promise.all(running)
}

/** Places orders and receives their offers; the response and the offer may come in either order. */
class Orders {
  readonly times: Times = []
  readonly answered: Times = []
  placed = 0
  readonly #url: string
  readonly #token: string | null
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  readonly #heardAt = new Map<number, number>()
  #onFrame = 0

  constructor(url: string, token: string | null) {
    this.#url = url
    this.#token = token
  }

  readonly hear = ({ event, data }: ReceivedFrame): void => {
    const id = event === 'order_available' ? data?.order?.id : undefined
    if (id !== undefined && !this.#heardAt.has(id)) this.#heardAt.set(id, performance.now())
  }

  async place(n: number): Promise<void> {
    const pickup = spread(n * 31 + 7)
    const places = [{ name: `Strada Lungă ${n}`, lat: pickup.lat, long: pickup.long }]
    this.placed += 1
    const sentAt = performance.now()
    const { status, body } = await this.#ask('POST', '/api/orders', {
      client_phone: `07${String(20_000_000 + (n % 5000))}`,
      places,
    })
    this.answered.push(performance.now() - sentAt)
    if (status !== 201) throw new Error(`an order was answered with ${status}: ${body.slice(0, 200)}`)
    const { id } = (JSON.parse(body) as { data: { id: number } }).data
    const receivedAt = await this.#untilReceived(id)
    if (receivedAt !== null) {
      this.#onFrame += 1
      this.times.push(receivedAt - sentAt)
    }
    if (this.#token) await this.#ask('PATCH', `/api/orders/${id}/cancel`, {})
  }

  unheard(): number {
    return this.placed - this.#onFrame
  }

  close(): void {
    this.#agent.destroy()
  }

  async #untilReceived(id: number): Promise<number | null> {
    const giveUpAt = performance.now() + 5_000
    while (!this.#heardAt.has(id) && performance.now() < giveUpAt) await sleep(2)
    const receivedAt = this.#heardAt.get(id) ?? null
    this.#heardAt.delete(id)
    return receivedAt
  }

  #ask(method: string, path: string, body: object): Promise<{ status: number; body: string }> {
    const headers = {
      'content-type': 'application/json',
      ...(this.#token && { authorization: `Bearer ${this.#token}` }),
    }
    return new Promise((resolve, reject) => {
      const request = http.request(this.#url + path, { method, headers, agent: this.#agent }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
      })
      request.on('error', reject)
      request.end(JSON.stringify(body))
    })
  }
}

/** The lower bound of a message: a round trip on one of a thousand sockets. */
class Echoes {
  readonly times: Times = []
  readonly #sentAt = new Map<number, { at: number; done: () => void }>()
  #n = 0

  readonly hear = ({ data }: ReceivedFrame): void => {
    const sent = this.#sentAt.get(data?.order?.id ?? -1)
    if (!sent) return
    this.times.push(performance.now() - sent.at)
    sent.done()
  }

  place(n: number, sockets: readonly DriverSocket[]): Promise<void> {
    const id = ++this.#n
    return new Promise((done) => {
      this.#sentAt.set(id, { at: performance.now(), done })
      sockets[(n * 31) % sockets.length]?.socket.send(
        JSON.stringify({ event: 'order_available', data: { order: { id } } }),
      )
    })
  }
}
