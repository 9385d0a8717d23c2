import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOrder } from '@dispecerat/contract/orders/orders'
import { DEFAULT_BEHAVIOUR } from '@dispecerat/simulation/behaviour'
import { startFleet } from '@dispecerat/simulation/fleet'
import { seededRandom } from '@dispecerat/simulation/seeded-random'
import { expect, test } from 'vitest'
import { createApiClient } from '../api/api-client.ts'
import { aDataDir, type DataDir, startServer } from '../servers/running-server.ts'
import { expectInvariants, rowsOf, WAIT } from './chaos-stage.ts'
import { CORNERS, freshPhone, orderAt, outcomeOf } from './town.ts'

const DRIVERS = 30
const DISASTERS = 6
/** As many orders wait in a busy city; more would only be served after the test's last failure. */
const WAITING = DRIVERS

test('a city at work through six failures: nothing acknowledged is lost, no driver stays busy without an order', async () => {
  await using dataDir = aDataDir()
  let server = await startServer({ dataDir, env: { DEMO: 'on', LOG_LEVEL: 'warn' } })
  const apiClient = await createApiClient(server.url, 'dispecer@demo.ro')
  const accounts = Array.from({ length: DRIVERS }, (_, n) => ({
    email: `sofer${101 + n}@demo.ro`,
    password: 'demo-parola',
  }))
  const behaviour = { ...DEFAULT_BEHAVIOUR, acceptSeconds: 1, speedUp: 200 }
  const fleet = startFleet({ url: server.url, accounts, behaviour, seed: 11 })
  const random = seededRandom(5)
  const acknowledged: number[] = []
  let isOpen = true
  const clients = Array.from({ length: 3 }, async (_, n) => {
    while (isOpen) {
      const corner = CORNERS[random.whole(0, CORNERS.length - 1)] ?? { lat: 0, long: 0 }
      const key = `${n}-${freshPhone()}`
      const body = orderAt(corner)
      const placed = async () => {
        acknowledged.push((await apiClient.request(createOrder, { body }, key)).data.id)
      }
      while (isOpen && (await openSearches(dataDir).catch(() => 0)) >= WAITING) await sleep(200)
      while ((await outcomeOf(placed()).catch(() => 'no answer')) !== 'yes') await sleep(100)
      await sleep(random.whole(50, 400))
    }
  })
  try {
    await expect.poll(() => fleet.connected(), WAIT).toBe(DRIVERS)
    for (let n = 0; n < DISASTERS; n++) {
      const underWay = fleet.stats().finished + random.whole(3, 8)
      await expect.poll(() => fleet.stats().finished, WAIT).toBeGreaterThanOrEqual(underWay)
      await expectInvariants(dataDir)
      if (n % 3 !== 0) process.kill(dataDir.postgresPid() ?? 0, 'SIGKILL')
      if (n % 3 !== 1) {
        await server.kill9()
        server = await startServer({
          dataDir,
          port: server.port,
          env: { DEMO: 'on', LOG_LEVEL: 'warn' },
        })
      }
      const finished = fleet.stats().finished
      // Trips that began before the failure end after it.
      await expect.poll(() => fleet.stats().finished, WAIT).toBeGreaterThan(finished)
    }
    isOpen = false
    await Promise.all(clients)
    const rows = await rowsOf<{ id: number }>(dataDir, 'select id from orders where id = any($1)', [acknowledged])
    expect(rows).toHaveLength(acknowledged.length)
    const doubled = await rowsOf(
      dataDir,
      `select client_phone from orders where created_at > (select max(finished_at) from seed_runs)
       group by client_phone having count(*) > 1`,
    )
    expect(doubled).toEqual([])
    // The city has more orders than drivers while clients place them.
    await expect.poll(() => openSearches(dataDir), { timeout: 300_000, interval: 1000 }).toBeLessThan(10)
    expect(await sayInvariants(dataDir.path)).toEqual(['All invariants hold.', 0])
  } finally {
    isOpen = false
    fleet.stop()
    await server[Symbol.asyncDispose]()
  }
}, 900_000)

async function openSearches(dataDir: DataDir): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    dataDir,
    "select count(*)::int as n from search_walks where status = 'running'",
  )
  return row?.n ?? 0
}

/** Output of `npm run invariants` for a running server, and its exit code. */
async function sayInvariants(dataDir: string): Promise<[string, number]> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'apps/server/src/platform/invariants/invariants-cli.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return [printed.trim(), code]
}
