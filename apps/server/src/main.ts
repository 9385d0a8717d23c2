import path from 'node:path'
import type { Logger } from 'pino'
import { loadSchematicCity } from './adapters/map-import/schematic/schematic-city.ts'
import { startApp } from './app.ts'
import { furnish, startDemoCity } from './demo/seed/demo.public.ts'
import { type Config, configOfProcess } from './platform/config/config.ts'
import { connectDatabase, type DatabaseAddress, ensureDatabase } from './platform/db/connect.ts'
import { moveDueTimes } from './platform/db/due-times.ts'
import { newestBatchAt } from './platform/db/event-log.ts'
import { migrate } from './platform/db/migrate.ts'
import { superviseEmbeddedPostgres } from './platform/db/postgres/embedded-postgres-supervisor.ts'
import { reachDatabase } from './platform/db/reach-database.ts'
import { StorageHealth } from './platform/db/storage-health.ts'
import { SteadyClock } from './platform/lifecycle/clock.ts'
import { type Disposables, liveUntilStopped } from './platform/lifecycle/process-life.ts'
import { createLog } from './platform/telemetry/log.ts'

const DATABASE_NAME = 'dispecerat'
const MAX_CONNECTIONS = 20
/** The pool of the searches: one connection for each worker, one for the timer. */
const ENGINE_CONNECTIONS = 5
const DATABASE_START_SECONDS = 30

async function start(config: Config, log: Logger, disposables: Disposables): Promise<void> {
  const address = config.databaseUrl ? { url: config.databaseUrl } : await embeddedDatabase(config, log, disposables)
  const { db, pool, close } = connectDatabase(address, {
    max: MAX_CONNECTIONS,
    storage,
    onLost: (error) => log.warn({ reason: error.message }, 'a database connection was lost'),
  })
  disposables.add({ name: 'database connections', stop: close })
  const engine = connectDatabase(address, { max: ENGINE_CONNECTIONS, storage })
  disposables.add({ name: 'database connections of the searches', stop: engine.close })

  await reachDatabase(db, DATABASE_START_SECONDS, disposables.stopping, (reason) =>
    log.warn({ reason }, 'waiting for the database'),
  )
  const ran = await migrate(db)
  if (ran.length > 0) log.info({ migrations: ran }, 'the database is migrated')
  const clock = new SteadyClock({ stepped: (step) => log.error(step, "the machine's clock was set") })
  const recorded = await newestBatchAt(db)
  const step = recorded && clock.startNotBefore(recorded)
  if (step) await moveDueTimes(db, step)
  if (await loadSchematicCity(db, clock.now())) log.info('no map was imported: the schematic city is loaded')

  const { isDemo, welcome } = await furnish(config, { db, clock, log })

  const app = await startApp({ config, db, pool, storage, engineDb: engine.db, clock, log })
  disposables.add({ name: 'http', stop: app.stop })
  if (isDemo && config.demoCity)
    disposables.add({ name: 'demo city', ...startDemoCity({ address: app.address, db, clock, log }) })
  console.log(startBanner(app.address, [...app.welcome, ...welcome]))
}

async function embeddedDatabase(config: Config, log: Logger, disposables: Disposables): Promise<DatabaseAddress> {
  const postgres = await superviseEmbeddedPostgres({
    stateDir: path.join(config.dataDir, 'postgres'),
    notes: { info: (note) => log.info(note), warn: (note) => log.warn(note) },
  })
  disposables.add({ name: 'embedded PostgreSQL', stop: postgres.stop, stopNow: postgres.stopNow })
  await ensureDatabase(postgres.address('postgres'), DATABASE_NAME)
  return postgres.address(DATABASE_NAME)
}

const config = configOfProcess()
const storage = new StorageHealth()
const log = createLog(config.logLevel, storage)
storage.logTo(log)
await liveUntilStopped(log, (disposables) => start(config, log, disposables), whyNot)

/** Advice for the person at the terminal about a failed start. */
function whyNot(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return `Portul ${config.port} este ocupat / port ${config.port} is taken; choose another one: PORT=3001 npm start`
  }
  return `Dispecerat did not start: ${message}`
}

/** The text at the terminal once the server accepts requests. */
function startBanner(address: string, welcome: string[]): string {
  const { port } = new URL(address)
  const lines = [`Dispecerat rulează / is running:  http://localhost:${port}`, ...welcome, 'Oprire / stop: Ctrl+C']
  const rule = '─'.repeat(Math.max(...lines.map((line) => line.length)) + 2)
  return ['', rule, ...lines.map((line) => ` ${line}`), rule, ''].join('\n')
}
