import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import type { Clock } from '../../apps/server/src/platform/lifecycle/clock.ts'
import type { TestDatabase } from '../../apps/server/src/testing/database/database-copy.ts'
import { aDemoDatabase, DEMO_SECRETS_KEY } from './demo-data.ts'

const BUILT = new URL('../../apps/server/dist/in-process.mjs', import.meta.url).href
const { connectDatabase, readConfig, startApp, systemClock } = (await import(
  BUILT
)) as typeof import('../../apps/server/src/testing/in-process.ts')

export interface DemoServer extends AsyncDisposable {
  /** http://localhost:PORT */
  url: string
  port: number
  database: TestDatabase
}

export interface DemoServerOptions {
  env?: Record<string, string>
  /** A copy of the demo with rows added by the test; it is closed with the server. */
  database?: TestDatabase
  /** The wall clock unless the test needs another; consoles follow the server's. */
  clock?: Clock
  /** Runs the nightly and hourly jobs too: retention, invoice drafts, warnings about expiring documents. */
  hasHousekeeping?: boolean
}

/**
 * Starts the server in this process on a copy of the demo: the same program as `npm start`, without the seconds of a process start.
 * Use startServer where a server has to be killed or its output matters.
 */
export async function startDemo(options: DemoServerOptions = {}): Promise<DemoServer> {
  const { env, database: existing, clock = systemClock, hasHousekeeping = false } = options
  const database = existing ?? (await aDemoDatabase())
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-demo-server-'))
  // Tests put drivers at any place at once, so the check of plausible speeds is off.
  const teleporting = { MAX_PLAUSIBLE_KMH: '99999' }
  const own = { DEMO: 'on', DEMO_CITY: 'off', LOG_LEVEL: 'error', SECRETS_KEY: DEMO_SECRETS_KEY, ...teleporting }
  const config = readConfig({ ...own, ...env, PORT: '0', DATA_DIR: dataDir })
  const log = pino({ level: config.logLevel, base: undefined })
  const { db, pool, storage, close } = connectDatabase(database.address, { max: 20 })
  const engine = connectDatabase(database.address, { max: 5, storage })
  const app = await startApp({ config, db, pool, storage, engineDb: engine.db, clock, log, hasHousekeeping })
  const port = Number(new URL(app.address).port)
  return {
    url: `http://localhost:${port}`,
    port,
    database,
    [Symbol.asyncDispose]: async () => {
      await app.stop()
      await Promise.all([close(), engine.close()])
      await database.close()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
