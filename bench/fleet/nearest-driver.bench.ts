import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { PositionGrid } from '@dispecerat/domain/fleet/position-grid'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { metresBetween } from '@dispecerat/domain/kernel/geo'
import { asId, type DriverId } from '@dispecerat/domain/kernel/ids'
import { Redis } from 'ioredis'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { alternate, type Bench, type BenchRow, median } from '../measure.ts'
import { mulberry } from '../random.ts'

const DRIVERS = 10_000
const NEAREST = 50
const WITHIN_METRES = 5_000
const QUERIES = 400
const ROUNDS = 5

/** Nearest 50 of 10,000 drivers: the grid in the process, against measuring every driver, and against Redis when it is installed. */
export const bench: Bench = {
  name: 'nearest-driver',
  run: async () => {
    const random = mulberry(7)
    const drivers = Array.from({ length: DRIVERS }, () => somewhere(random))
    const pickups = Array.from({ length: QUERIES }, () => somewhere(random))
    const grid = new PositionGrid()
    for (const [index, point] of drivers.entries()) grid.upsert(asId<DriverId>(index), point)

    const ours = () => timed(() => pickups.map((pickup) => grid.nearest(pickup, NEAREST, WITHIN_METRES)).length)
    const scan = await alternate(ROUNDS, ours, () =>
      timed(() => pickups.map((pickup) => everyDriver(drivers, pickup)).length),
    )
    const rows: BenchRow[] = [row('every driver measured', scan)]
    const redis = await startRedis()
    if (!redis) return report(rows, ['redis-server is not installed: GEOSEARCH not measured'])
    try {
      await fill(redis.client, drivers)
      const peer = await alternate(ROUNDS, ours, () => timed(() => geosearch(redis.client, pickups)))
      rows.push(row('Redis GEOSEARCH over a socket', peer))
    } finally {
      redis.client.disconnect()
      redis.server.kill('SIGKILL')
    }
    return report(rows, [])
  },
}

function row(peerName: string, figures: { ours: number[]; peer: number[] }): BenchRow {
  const perQuery = (ms: number[]) => (median(ms) * 1000) / QUERIES
  return {
    what: `nearest ${NEAREST} of ${DRIVERS.toLocaleString('en-US')}`,
    unit: 'µs',
    ours: perQuery(figures.ours),
    peer: perQuery(figures.peer),
    peerName,
    better: 'lower',
  }
}

function report(rows: BenchRow[], notes: string[]) {
  return {
    title: 'Nearest drivers',
    growsWith: 'the drivers inside the circle that holds the 50th, not with the fleet.',
    rows,
    notes,
  }
}

function everyDriver(drivers: readonly Point[], pickup: Point): number[] {
  return drivers
    .map((point, index) => ({ index, metres: metresBetween(point, pickup) }))
    .filter((found) => found.metres <= WITHIN_METRES)
    .sort((a, b) => a.metres - b.metres)
    .slice(0, NEAREST)
    .map((found) => found.index)
}

async function geosearch(client: Redis, pickups: readonly Point[]): Promise<number> {
  for (const { long, lat } of pickups) {
    await client.geosearch(
      'd',
      'FROMLONLAT',
      long,
      lat,
      'BYRADIUS',
      WITHIN_METRES,
      'm',
      'ASC',
      'COUNT',
      NEAREST,
      'WITHDIST',
    )
  }
  return pickups.length
}

async function fill(client: Redis, drivers: readonly Point[]): Promise<void> {
  for (let from = 0; from < drivers.length; from += 500) {
    const members = drivers.slice(from, from + 500).flatMap(({ long, lat }, i) => [long, lat, String(from + i)])
    await client.call('GEOADD', 'd', ...members)
  }
}

async function startRedis(): Promise<{ client: Redis; server: ChildProcess } | null> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null
  const port = await freePort()
  const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  })
  const client = new Redis({ port, host: '127.0.0.1', retryStrategy: () => 50 })
  client.on('error', () => undefined)
  await client.ping()
  return { client, server }
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** A point in the city or its outskirts, 30 by 30 km. */
function somewhere(random: () => number): Point {
  return { lat: 45.55 + random() * 0.27, long: 25.4 + random() * 0.38 }
}
