import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { pino } from 'pino'
import { makeFleetAccounts } from '../apps/server/src/demo/fleet-accounts/make-fleet-accounts.ts'
import { furnish } from '../apps/server/src/demo/seed/demo.public.ts'
import { openSession } from '../apps/server/src/identity/accounts/log-in.ts'
import { connectDatabase, ensureDatabase } from '../apps/server/src/platform/db/connect.ts'
import type { Db } from '../apps/server/src/platform/db/database.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/db/postgres/embedded-postgres.ts'
import { systemClock } from '../apps/server/src/platform/lifecycle/clock.ts'
import { startServer } from '../e2e/servers/running-server.ts'

export interface BenchDriver {
  userId: UserId
  token: string
  lat: number
  long: number
}

export interface Installation extends AsyncDisposable {
  url: string
  /** Process id of the real server. */
  pid: number
  postgresPid: number
  db: Db
  databaseUrl: string
  /** Path of PostgreSQL's log. */
  postgresLog: string
  /** Drivers with a car on shift and an open session, spread over the city; no other drivers are on shift. */
  drivers: BenchDriver[]
  dispatcherToken: string
  /** Kills the server and starts it again at the same address, with another `pid`. */
  restart(whileAway: () => Promise<void>): Promise<void>
}

const SILENT = pino({ level: 'silent' })
const CITY = { lat: 45.6, long: 25.52, height: 0.1, width: 0.14 }

/** The real server in its own process on a demo database, syncing to disk as in production, with a fleet on shift. */
export async function openInstallation(options: { drivers: number }): Promise<Installation> {
  const stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-bench-'))
  fs.chmodSync(stateDir, 0o755)
  const postgres = await startEmbeddedPostgres({ stateDir, notes: { info: () => undefined, warn: () => undefined } })
  const address = postgres.address('dispecerat')
  if (!('socketDir' in address)) throw new Error('the bench database listens on a socket')
  await ensureDatabase(postgres.address('postgres'), 'dispecerat')
  const { db, close } = connectDatabase(address, { max: 4, isPatient: true })
  const endDatabase = async () => {
    await close()
    await postgres.stop()
    fs.rmSync(stateDir, { recursive: true, force: true })
  }
  try {
    await migrate(db)
    await furnish({ demo: true }, { db, clock: systemClock, log: SILENT })
    const drivers = await makeDrivers(db, options.drivers)
    const dispatcherToken = await sessionOf(db, 'dispecer@demo.ro')
    await sql`vacuum analyze`.execute(db)
    const databaseUrl = `postgresql:///dispecerat?host=${encodeURIComponent(address.socketDir)}&user=dispecerat`
    const env = { DEMO: 'on', DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' }
    let server = await startServer({ env })
    const { url, port } = server
    return {
      url,
      postgresPid: postgres.pid,
      db,
      databaseUrl,
      drivers,
      dispatcherToken,
      get pid() {
        return server.pid
      },
      restart: async (whileAway) => {
        await server.kill9()
        await whileAway()
        server = await startServer({ env, port })
      },
      postgresLog: path.join(stateDir, 'postgresql.log'),
      [Symbol.asyncDispose]: async () => {
        await server[Symbol.asyncDispose]()
        await endDatabase()
      },
    }
  } catch (error) {
    await endDatabase()
    throw error
  }
}

async function makeDrivers(db: Db, count: number): Promise<BenchDriver[]> {
  await sql`update driver_status set on_shift = false`.execute(db)
  await sql`update driver_shifts set stopped_at = now() where stopped_at is null`.execute(db)
  if (count === 0) return []
  await makeFleetAccounts({ db, clock: systemClock }, count)
  await sql`
    update driver_status set on_shift = true, idle_from = now(), current_car_id = driver_cars.car_id
    from driver_cars, users
    where driver_cars.driver_id = driver_status.driver_id and users.id = driver_status.driver_id
      and users.email like 'flota%@demo.ro'`.execute(db)
  await sql`
    insert into driver_shifts (driver_id, car_id, started_at)
    select driver_id, current_car_id, now() from driver_status where on_shift`.execute(db)
  const { rows } = await sql<{
    id: number
  }>`select id from users where email like 'flota%@demo.ro' order by id`.execute(db)
  const now = systemClock.now()
  return db.transaction().execute(async (tx) => {
    const drivers: BenchDriver[] = []
    for (const [n, { id: userId }] of rows.slice(0, count).entries()) {
      const token = await openSession(tx, { userId: asId<UserId>(userId), device: null, now })
      drivers.push({ userId: asId<UserId>(userId), token, ...spread(n) })
    }
    return drivers
  })
}

/** The n-th point of a sequence that fills the city evenly. */
export function spread(n: number): { lat: number; long: number } {
  return {
    lat: CITY.lat + ((n * 0.754_877_666) % 1) * CITY.height,
    long: CITY.long + ((n * 0.569_840_296) % 1) * CITY.width,
  }
}

async function sessionOf(db: Db, email: string): Promise<string> {
  const { rows } = await sql<{ id: UserId }>`select id from users where email = ${email}`.execute(db)
  const userId = rows[0]?.id
  if (userId === undefined) throw new Error(`${email} is not in the demo`)
  const now = systemClock.now()
  return db.transaction().execute((tx) => openSession(tx, { userId, device: null, now }))
}
