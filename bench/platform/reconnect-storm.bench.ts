import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import { type LogEvent, record } from '../../apps/server/src/platform/db/event-log.ts'
import { until } from '../../apps/server/src/testing/until.ts'
import { ReturningPhone } from '../../e2e/api/returning-phone.ts'
import { manyOrders } from '../../e2e/fixtures/many-orders.ts'
import { startPeer } from '../bare-peer.ts'
import { type BenchDriver, type Installation, openInstallation, spread } from '../bench-installation.ts'
import { connectDrivers, hangUp } from '../driver-sockets.ts'
import { type Bench, type BenchRow, percentile } from '../measure.ts'
import { cpuOf, cpuOfFamily } from '../process-cost.ts'

/** `STORM_PHONES=1000 npm run bench -- reconnect-storm` runs a smaller one. */
const PHONES = Number(process.env.STORM_PHONES ?? 5_000)
/** Every tenth driver has a client in the car. */
const ON_TRIP = PHONES / 10
const DRIVERS_OF_EVENT = 5
const EVENTS = PHONES / DRIVERS_OF_EVENT
const STORMS = 3
const LIMIT_MS = 7_000
const ANSWER_LIMIT_MS = 1_000
const ORDER_EVERY_MS = 250

interface Storm {
  /** Per phone, from the moment the server answers again until its snapshot. */
  backMs: number[]
  answerMs: number[]
  closedOnTheWay: number
  missed: number
  doubled: number
  nodeCpu: number
  postgresCpu: number
}

/** The server is killed and restarted; all phones reconnect in the same moment, while orders are placed. */
export const bench: Bench = {
  name: 'reconnect-storm',
  run: async () => {
    await using installation = await openInstallation({ drivers: PHONES })
    await putOnTrips(installation)
    const phones = installation.drivers.map(({ token }, n) => new ReturningPhone(installation.url, token, n))
    await allBack(phones)
    const storms: Storm[] = []
    for (let n = 0; n < STORMS; n++) storms.push(await aStorm(installation, phones))
    for (const phone of phones) phone.switchOff()
    const bare = await barePhones(installation.drivers)
    return report(storms, bare)
  },
}

function report(storms: readonly Storm[], bare: { lastMs: number; cpu: number }) {
  const back = storms.flatMap(({ backMs }) => backMs)
  const answers = storms.flatMap(({ answerMs }) => answerMs)
  const sum = (of: (storm: Storm) => number) => storms.reduce((total, storm) => total + of(storm), 0)
  const perPhone = (of: (storm: Storm) => number) => sum(of) / back.length
  const peerName = 'bare ws: open, one frame, one answer'
  const row = (what: string, unit: string, ours: number, peer: number, of = 'limit'): BenchRow => ({
    what,
    unit,
    ours,
    peer,
    peerName: of,
    better: 'lower',
  })
  return {
    title: `${PHONES.toLocaleString('en-US')} phones come back at once`,
    growsWith: 'the phones; what they read is read once for all who wait together.',
    rows: [
      row('the last phone is back', 'ms', Math.max(...back), LIMIT_MS),
      row('half of the phones are back', 'ms', percentile(back, 0.5), LIMIT_MS),
      row('POST of an order answered meanwhile, p95', 'ms', percentile(answers, 0.95), ANSWER_LIMIT_MS),
      row('the last phone is back', 'ms', Math.max(...back), bare.lastMs, peerName),
      row(
        'node CPU per phone',
        'µs',
        perPhone((storm) => storm.nodeCpu),
        bare.cpu,
        peerName,
      ),
      row(
        'events a phone missed',
        '',
        sum((storm) => storm.missed),
        0,
        'what may be',
      ),
      row(
        'events a phone heard twice',
        '',
        sum((storm) => storm.doubled),
        0,
        'what may be',
      ),
    ],
    notes: [
      `${STORMS} storms, the last phone of each after ${storms.map(({ backMs }) => Math.round(Math.max(...backMs))).join(', ')} ms; ${sum((storm) => storm.closedOnTheWay)} phones were closed on the way and waited`,
      `each phone: websocket, auth with last_seq, snapshot, one of ${EVENTS} events that were recorded while the server was away; ${ON_TRIP} have an order`,
      `${answers.length} orders were placed meanwhile, one every ${ORDER_EVERY_MS} ms; ${answers.filter((ms) => !Number.isFinite(ms)).length} were not answered with 201`,
      `PostgreSQL spent ${perPhone((storm) => storm.postgresCpu).toFixed(0)} µs per phone, the orders included; phones, server and database share the cores`,
    ],
  }
}

async function putOnTrips({ db, drivers }: Installation): Promise<void> {
  const orderIds = await manyOrders(db, ON_TRIP)
  const driverIds = orderIds.map((_, n) => drivers[(n * PHONES) / ON_TRIP]?.userId ?? 0)
  await sql`
    update orders set state = 'assigned', trip_state = 'started', driver_id = given.driver_id, assigned_at = now()
    from unnest(${orderIds}::bigint[], ${driverIds}::bigint[]) as given(order_id, driver_id) where id = given.order_id
  `.execute(db)
  await sql`update driver_status set is_busy = true where driver_id = any(${driverIds}::bigint[])`.execute(db)
}

async function aStorm(installation: Installation, phones: readonly ReturningPhone[]): Promise<Storm> {
  for (const phone of phones) phone.switchOff()
  await installation.restart(() => notifyEachDriver(installation))
  const before = { node: cpuOf(installation.pid), postgres: cpuOfFamily(installation.postgresPid) }
  const orders = placeOrders(installation)
  const backMs = await allBack(phones).finally(orders.stop)
  // Missed events follow the snapshot; phones that never receive them are counted below.
  const hasReceived = (phone: ReturningPhone) => phone.heardOf('priority_updated').length > 0
  await until('each phone heard what it missed', () => phones.every(hasReceived)).catch(() => undefined)
  const receivedCounts = phones.map((phone) => phone.heardOf('priority_updated').length)
  return {
    backMs,
    answerMs: await orders.answerMs,
    closedOnTheWay: phones.reduce((sum, phone) => sum + phone.timesLost, 0),
    missed: receivedCounts.filter((times) => times === 0).length,
    doubled: receivedCounts.filter((times) => times > 1).length,
    nodeCpu: cpuOf(installation.pid) - before.node,
    postgresCpu: cpuOfFamily(installation.postgresPid) - before.postgres,
  }
}

async function allBack(phones: readonly ReturningPhone[]): Promise<number[]> {
  const startedAt = performance.now()
  return Promise.all(phones.map((phone) => phone.switchOn().then(() => performance.now() - startedAt)))
}

/** Publishes events while no socket is open. */
async function notifyEachDriver({ db, drivers }: Installation): Promise<void> {
  const events = Array.from(
    { length: EVENTS },
    (_, n): LogEvent => ({
      event: 'priority_updated',
      toUsers: drivers.slice(n * DRIVERS_OF_EVENT, (n + 1) * DRIVERS_OF_EVENT).map(({ userId }) => userId),
      data: { high_priority: false, until: null },
    }),
  )
  await db.transaction().execute((tx) => record(tx, events, new Date()))
}

/** Sends at a fixed rate, however long earlier requests take. The orders are for tomorrow, so that no search begins. */
function placeOrders({ url, dispatcherToken }: Installation): { answerMs: Promise<number[]>; stop(): void } {
  const running: Promise<number>[] = []
  const departure_time = toWireTime(new Date(Date.now() + 24 * 3_600_000))
  let stopped: () => void = () => undefined
  const isOver = new Promise<void>((resolve) => {
    stopped = resolve
  })
  const place = async (n: number) => {
    const startedAt = performance.now()
    const places = [{ name: `Strada Lungă ${n}`, ...spread(n * 31 + 7) }]
    const answer = await fetch(`${url}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${dispatcherToken}` },
      body: JSON.stringify({ client_phone: `07${20_000_000 + n}`, places, departure_time }),
    }).catch(() => null)
    await answer?.arrayBuffer()
    return answer?.status === 201 ? performance.now() - startedAt : Number.POSITIVE_INFINITY
  }
  const timer = setInterval(() => running.push(place(running.length)), ORDER_EVERY_MS)
  return {
    answerMs: isOver.then(() => Promise.all(running)),
    stop: () => {
      clearInterval(timer)
      stopped()
    },
  }
}

/** The same phones against a server that only opens the websocket and answers one frame. */
async function barePhones(drivers: readonly BenchDriver[]): Promise<{ lastMs: number; cpu: number }> {
  await using peer = await startPeer('parse')
  const before = cpuOf(peer.pid)
  const startedAt = performance.now()
  let answered: () => void = () => undefined
  const allAnswered = new Promise<void>((resolve) => {
    answered = resolve
  })
  let pongs = 0
  const onFrame = ({ event }: { event: string }) => {
    pongs += event === 'pong' ? 1 : 0
    if (pongs === drivers.length) answered()
  }
  const opening = drivers.map(async (driver) => {
    const [at] = await connectDrivers(peer.url, [driver], { auth: false, onFrame })
    at?.socket.send('{"event":"ping"}')
    return at
  })
  const sockets = (await Promise.all(opening)).flatMap((at) => at ?? [])
  await allAnswered
  const lastMs = performance.now() - startedAt
  const cpu = (cpuOf(peer.pid) - before) / drivers.length
  hangUp(sockets)
  return { lastMs, cpu }
}
