import { execFile } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { DatabaseAddress } from '../../apps/server/src/platform/db/connect.ts'
import { startCopyOfCluster } from '../../apps/server/src/testing/database/test-cluster.ts'
import { MEMORY_FOLDER } from '../../apps/server/src/testing/memory-folder.ts'
import { DEMO_DATA, type DemoAnswer, type DemoRequest, PGDATA } from './demo-data.ts'
import { aDataDir, startServer } from './running-server.ts'
import { type StoredDemo, storeDemo, storedDemo } from './stored-demo-data.ts'

/*
 * The first start on an empty folder makes a database and fills it with a month of the demo. A test run does this once,
 * or takes what the last run stored: every later server starts on a copy.
 */

/** The demo's data ends when it was filled; an older one no longer looks like a company at work. */
const MAX_AGE_MS = 45 * 60_000

const run = promisify(execFile)

/** The demo as it was filled at one moment: a folder to copy, and a PostgreSQL that runs on a copy of it. */
interface Filling {
  pgdata: string
  admin: DatabaseAddress
  madeAt: Date
  stop(): Promise<void>
}

/** Fills the demo at the first request, and serves the tests' processes over HTTP. */
class DemoData {
  readonly folder: string
  readonly #server: http.Server
  #newest: Promise<Filling> | undefined
  readonly #all: Promise<Filling>[] = []

  constructor(folder: string) {
    this.folder = folder
    this.#server = http.createServer((request, response) => void this.#answer(request, response))
  }

  /** Resolves with its address. */
  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.close()
    for (const filling of this.#all) {
      await filling.then(
        ({ stop }) => stop(),
        () => undefined,
      )
    }
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const answer = await this.#do((await json(request)) as DemoRequest).catch(
      (error: unknown): DemoAnswer => ({ failed: String(error) }),
    )
    response.end(JSON.stringify(answer))
  }

  async #do(request: DemoRequest): Promise<DemoAnswer> {
    const { pgdata, admin } = await this.#filling()
    if (request.want === 'database') return { admin }
    const place = path.join(request.into, PGDATA)
    fs.mkdirSync(path.dirname(place), { recursive: true })
    await run('cp', ['-a', pgdata, place])
    return {}
  }

  async #filling(): Promise<Filling> {
    const newest = await this.#newest
    if (!newest || isOld(newest)) {
      this.#newest = fill(path.join(this.folder, String(this.#all.length)))
      this.#all.push(this.#newest)
    }
    return this.#newest as Promise<Filling>
  }
}

let demoData: DemoData | undefined

/** vitest calls it once per project; the first call serves them all. */
export async function setup(): Promise<void> {
  if (process.env[DEMO_DATA]) return
  const folder = fs.mkdtempSync(path.join(MEMORY_FOLDER, 'dispecerat-demo-'))
  // As root, PostgreSQL runs as another account, which needs access to the folder.
  fs.chmodSync(folder, 0o755)
  demoData = new DemoData(folder)
  process.env[DEMO_DATA] = await demoData.start()
}

export async function teardown(): Promise<void> {
  if (!demoData) return
  await demoData.stop()
  fs.rmSync(demoData.folder, { recursive: true, force: true })
}

function isOld({ madeAt }: StoredDemo): boolean {
  const now = new Date()
  return now.getTime() - madeAt.getTime() > MAX_AGE_MS || dayInRomania(now) !== dayInRomania(madeAt)
}

function dayInRomania(at: Date): string {
  return at.toLocaleDateString('ro-RO', { timeZone: 'Europe/Bucharest' })
}

async function fill(folder: string): Promise<Filling> {
  fs.mkdirSync(folder, { mode: 0o755 })
  const pgdata = path.join(folder, 'pgdata')
  const stored = storedDemo(new Date(Date.now() - MAX_AGE_MS))
  const usable = stored && !isOld(stored) ? stored : undefined
  const madeAt = usable?.madeAt ?? new Date()
  if (usable) await run('cp', ['-a', usable.pgdata, pgdata])
  else await fillAnew({ pgdata, madeAt })

  const { admin, stop } = await startCopyOfCluster(pgdata)
  return { pgdata, admin, madeAt, stop }
}

async function fillAnew(made: StoredDemo): Promise<void> {
  await using data = aDataDir()
  const demo = await startServer({ env: { DEMO: 'on' }, dataDir: data, isFirst: true })
  await demo.stop()
  await run('cp', ['-a', path.join(data.path, PGDATA), made.pgdata])
  removeSpareWal(made.pgdata)
  await storeDemo(made)
}

/** The WAL segments that PostgreSQL reuses are half of every copy; a stopped server needs only the oldest. */
function removeSpareWal(pgdata: string): void {
  const wal = path.join(pgdata, 'pg_wal')
  const segments = fs.readdirSync(wal).filter((name) => /^[0-9A-F]{24}$/.test(name))
  for (const spare of segments.toSorted().slice(1)) fs.rmSync(path.join(wal, spare))
}
