import fs from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { type Installation, openInstallation, spread } from '../bench-installation.ts'
import { alternate, type Bench, type BenchRow, median, percentile } from '../measure.ts'
import { cpuOf, cpuOfFamily } from '../process-cost.ts'
import { placingTransaction, recordStatements, replay, type Statement, writesOf } from './recorded-statements.ts'

const CONNECTIONS = 32
/** The size of the server's pool. */
const DATABASE_CONNECTIONS = 20
const ROUNDS = 4
const SECONDS = 5
/** Number of callers whose address is saved after their first order. */
const KNOWN_CLIENTS = 200
/** Far from every other number, so that it can be found again in the recorded values. */
const RECORDED_ID = 900_000_001

interface Measured {
  rate: number[]
  node: number[]
  postgres: number[]
  waits: number[]
}

/** POST /api/orders against the statements of its own transaction, run by plain pg on the same database. */
export const bench: Bench = {
  name: 'create-order',
  run: async () => {
    await using installation = await openInstallation({ drivers: 0 })
    const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    const pool = new pg.Pool({ connectionString: installation.databaseUrl, max: DATABASE_CONNECTIONS })
    pool.on('error', () => undefined)
    try {
      const transaction = await recordOne(installation, agent)
      const writes = writesOf(transaction)
      const measured = { ours: nothing(), all: nothing(), writes: nothing() }
      const ours = () =>
        loop(installation, CONNECTIONS, measured.ours, (n) => place(installation, agent, n), installation.pid)
      const bare = (statements: readonly Statement[], into: Measured) =>
        loop(installation, DATABASE_CONNECTIONS, into, () => replayOne(pool, statements), process.pid)
      await ours()
      measured.ours = nothing()
      await alternate(ROUNDS, ours, async () => {
        await bare(writes, measured.writes)
        return bare(transaction, measured.all)
      })
      return {
        title: 'Placing orders',
        growsWith:
          'the statements of the transaction; orders of one company wait for each other from the order’s number to the commit.',
        rows: [
          ...rows('its INSERTs and UPDATEs bare', measured.ours, measured.writes),
          ...rows('all its statements bare', measured.ours, measured.all),
        ],
        notes: [
          `the transaction of a create has ${transaction.length} statements with begin and commit, ${writes.length} without those that only read`,
          `${CONNECTIONS} keep-alive connections against ${DATABASE_CONNECTIONS} database connections; one company, orders of ${KNOWN_CLIENTS} known clients that leave tomorrow, so that no search runs beside`,
          `answered in p50 ${percentile(measured.ours.waits, 0.5).toFixed(1)} ms, p99 ${percentile(measured.ours.waits, 0.99).toFixed(1)} ms at that rate`,
          'the load comes from the bench process on the same two cores; the bare statements run in it',
        ],
      }
    } finally {
      agent.destroy()
      await pool.end()
    }
  },
}

function nothing(): Measured {
  return { rate: [], node: [], postgres: [], waits: [] }
}

function rows(peerName: string, ours: Measured, peer: Measured): BenchRow[] {
  const row = (what: string, unit: string, figure: 'rate' | 'node' | 'postgres', better: BenchRow['better']) => {
    return { what, unit, ours: median(ours[figure]), peer: median(peer[figure]), peerName, better }
  }
  return [
    row('orders per second', '/s', 'rate', 'higher'),
    row('node CPU per order', 'µs', 'node', 'lower'),
    row('PostgreSQL CPU per order', 'µs', 'postgres', 'lower'),
  ]
}

/** Runs so many at once for some seconds; returns how many finished per second. */
async function loop(
  { postgresPid }: Installation,
  atOnce: number,
  into: Measured,
  once: (n: number) => Promise<void>,
  nodePid: number,
): Promise<number> {
  const before = { node: cpuOf(nodePid), postgres: cpuOfFamily(postgresPid) }
  const startedAt = performance.now()
  const endAt = startedAt + SECONDS * 1000
  let n = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < endAt) {
        const sentAt = performance.now()
        await once(n++)
        into.waits.push(performance.now() - sentAt)
      }
    }),
  )
  const rate = (n * 1000) / (performance.now() - startedAt)
  into.rate.push(rate)
  into.node.push((cpuOf(nodePid) - before.node) / n)
  into.postgres.push((cpuOfFamily(postgresPid) - before.postgres) / n)
  return rate
}

/** Places one order through the API with the database's statement log on. */
async function recordOne(installation: Installation, agent: http.Agent): Promise<Statement[]> {
  await place(installation, agent, 0)
  await recordStatements(installation.db, true)
  await sql`select setval(pg_get_serial_sequence('orders', 'id'), ${RECORDED_ID}, false)`.execute(installation.db)
  const offset = fs.statSync(installation.postgresLog).size
  await place(installation, agent, 0)
  await sleep(300)
  const transaction = placingTransaction(installation.postgresLog, offset)
  await recordStatements(installation.db, false)
  return transaction
}

async function replayOne(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  const client = await pool.connect()
  try {
    await replay(client, statements, RECORDED_ID)
  } finally {
    client.release()
  }
}

async function place({ url, dispatcherToken }: Installation, agent: http.Agent, n: number): Promise<void> {
  const client = n % KNOWN_CLIENTS
  const pickup = spread(client)
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const body = JSON.stringify({
    client_phone: `07200${String(10_000 + client)}`,
    departure_time: tomorrow,
    places: [
      { name: 'Strada Lungă 5', lat: pickup.lat, long: pickup.long },
      { name: 'Gara Brașov', lat: 45.6606, long: 25.6136 },
    ],
  })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${dispatcherToken}` }
  await new Promise<void>((resolve, reject) => {
    const request = http.request(`${url}/api/orders`, { method: 'POST', headers, agent }, (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode === 201) resolve()
        else reject(new Error(`an order was answered with ${response.statusCode}`))
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}
