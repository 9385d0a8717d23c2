import path from 'node:path'
import type { EventTable } from '@dispecerat/contract/api/event-access'
import { CLOSE } from '@dispecerat/contract/api/realtime'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { mapOrigins } from './adapters/map-providers/map-providers.ts'
import { type OpenRouter, openRouter } from './adapters/routing/open-router.ts'
import {
  DEVICE_BLOCKED,
  GuessGuard,
  KnownSessions,
  offerSetUp,
  passwordsWaiting,
  SESSION_REVOKED,
} from './identity/accounts/accounts.public.ts'
import { accountsRoutes } from './identity/accounts/accounts.routes.ts'
import { modules } from './modules.ts'
import type { Config } from './platform/config/config.ts'
import type { Db } from './platform/db/database.ts'
import { DomainEvents } from './platform/db/domain-events.ts'
import { moveDueTimes } from './platform/db/due-times.ts'
import { type StoredEvent, startLogAnewAfterRestore } from './platform/db/event-log.ts'
import { LostCommits } from './platform/db/lost-commits.ts'
import { openSeal } from './platform/db/seal.ts'
import { requireKeys, sealPlainValues } from './platform/db/sealed-columns.ts'
import type { StorageHealth } from './platform/db/storage-health.ts'
import { largestTables } from './platform/db/table-sizes.ts'
import type { FindLogin } from './platform/http/authenticate.ts'
import { healthRoutes } from './platform/http/health.routes.ts'
import { createHttp } from './platform/http/http-server.ts'
import { ProxyWatch } from './platform/http/proxy-watch.ts'
import { RequestLimits, type RequestLimitsOptions } from './platform/http/request-limits.ts'
import { type Clock, isOffTheWall, type LargeStepListener } from './platform/lifecycle/clock.ts'
import { kindOfError } from './platform/lifecycle/kind-of-error.ts'
import type { Jobs } from './platform/lifecycle/module.ts'
import { REPO_ROOT } from './platform/lifecycle/repo-root.ts'
import { runEvery } from './platform/lifecycle/run-every.ts'
import type { Server } from './platform/lifecycle/server.ts'
import { SocketQuotas } from './platform/limits/limits.public.ts'
import { type NodeBus, openNodeBus } from './platform/realtime/node-bus.ts'
import { SocketMeter } from './platform/realtime/socket-meter.ts'
import { createRealtime, type RunningRealtime } from './platform/realtime/start-realtime.ts'
import { metricsRoutes } from './platform/telemetry/metrics.routes.ts'
import { Metrics } from './platform/telemetry/metrics.ts'
import { findClientLogin } from './site/client-app/client-app.public.ts'
import { renewDigests } from './telephony/calls/calls.public.ts'

export interface AppParts {
  config: Config
  db: Db
  pool: Pool
  /** Receives every error of the connections' statements. */
  storage: StorageHealth
  /** Connections for searches alone; without them searches share the pool. */
  engineDb?: Db
  clock: Clock
  log: Logger
  /** False leaves out nightly and hourly jobs, which would race with tests that are not about them. */
  hasHousekeeping?: boolean
  /** Options of the concurrency limits; by default a demo does not count requests from its own machine. */
  limits?: RequestLimitsOptions
  /** The permissions of each websocket event; by default the contract's table. */
  eventTable?: EventTable
}

export interface App {
  /** The URL of the server, e.g. http://127.0.0.1:3000. */
  address: string
  /** Lines of the modules to print below the URL when the server has started. */
  welcome: string[]
  /** Accepts no new requests, waits up to 5 seconds for running ones, then closes their connections. */
  stop(): Promise<void>
}

/** All modules are joined; the port is closed and no job runs. */
export interface JoinedApp {
  http: FastifyInstance
  server: Server
  realtime: RunningRealtime
  bus: NodeBus
  /**
   * Starts to read the event log, starts the jobs if requested, and opens the port last, so that no request reaches a partly initialised
   * server.
   */
  listen(at: { host: string; port: number; withJobs: boolean }): Promise<string>
  startJobs(): Promise<void>
  /** Stops timers and jobs; the port still accepts requests. */
  stopJobs(): Promise<void>
  /** Resolves when this node's memory has caught up with the event log. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const DRAIN_MS = 5000
/** The backlog of pending connections: after a restart thousands of phones connect at once. The kernel caps it at `net.core.somaxconn`. */
const BACKLOG = 4096
const PROBE_EVERY_MS = 1000
const CONSOLE_DIST = path.join(REPO_ROOT, 'apps/console/dist')

/** Joins the modules, opens the port and starts the jobs. */
export async function startApp(parts: AppParts): Promise<App> {
  const { config, db, clock } = parts
  await startLogAnewAfterRestore(db, clock.now())
  await sealStored(parts)
  const app = await joinApp(parts)
  const address = await app.listen({ host: config.host, port: config.port, withJobs: true })
  const token = config.demo ? null : await offerSetUp({ db, clock })
  // After # the token stays in the browser and reaches no server's log.
  const welcome = token ? ['Creați contul de administrator (24 h):', `${address}/set-up#${token}`] : []
  return { address, welcome, stop: app.stop }
}

/** Runs before the first request: seals plain values of an earlier version and renews digests of another SIP_DOMAIN. */
async function sealStored({ config, db, log }: AppParts): Promise<void> {
  const seal = openSeal(config)
  await requireKeys(db, seal)
  const digests = await renewDigests(db, seal, config.sipDomain)
  const sealed = await sealPlainValues(db, seal)
  if (sealed + digests > 0) log.info({ sealed, digests }, 'stored secrets were sealed')
}

export async function joinApp(parts: AppParts): Promise<JoinedApp> {
  const { config, db, pool, storage, engineDb = db, clock, log, hasHousekeeping = true } = parts
  const metrics = new Metrics(pool)
  const bus = openNodeBus(config.redisUrl, log)
  const { sessionMaxDays: maxDays, twoFactorGraceDays, publicOrigins } = config
  const sessions = new KnownSessions({ db, clock }, { demandsTwoFactor: twoFactorGraceDays !== null, maxDays })
  const ofSessions = questionsTo(sessions)
  const limits = new RequestLimits(parts.limits ?? { trustsLoopback: config.demo })
  const socketQuotas = new SocketQuotas({ db, log })
  const meter = new SocketMeter(limits, socketQuotas)
  const realtime = createRealtime({ ...config, ...parts, metrics, bus, ...ofSessions, meter })
  closeRevokedSessions(realtime, sessions)

  const jobs: Jobs[] = []
  const committed = () => {
    realtime.wake()
    for (const job of jobs) job.wake?.()
  }
  const server = serverOf(parts, { bus, committed })
  const guard = new GuessGuard(clock, config.demo)
  const router = openRouter(config.router, { db, clock, log, metrics })
  const joined = modules({ config, server, realtime, bus, router, metrics, guard, socketQuotas, engineDb })
  for (const module of joined) await module.subscribe?.(server, realtime)

  const proxyWatch = new ProxyWatch(log)
  const http = await createHttp({
    ...fixedHttpParts(config),
    log,
    limits,
    answered: metrics.answered.bind(metrics),
    findLogin: ofSessions.findLogin,
    findClientLogin: (token) => findClientLogin(server, token),
    connectOrigins: () => joined.flatMap((module) => module.connectsTo?.() ?? []),
    proxyWatch,
  })
  healthRoutes(http, { db, storage }, () => healthChecksOf({ clock, realtime, router }, [...joined, proxyWatch]))
  openMetrics(http, metrics, db)
  const platformRules = { companyCentre: config.companyCentre, twoFactorGraceDays }
  accountsRoutes(http, server, { sessions, guard, platformRules, publicOrigins })
  for (const module of joined) module.routes?.(http, server, realtime)

  const ignoreSteps = clock.onLargeStep?.(largeSteps(server, jobs))
  const startJobs = async () => {
    jobs.push(router.start(), probeStorage(server, storage))
    for (const { startJobs: start, isHousekeeping } of joined)
      if (start && (hasHousekeeping || !isHousekeeping)) jobs.push(await start(server, realtime))
  }
  return {
    http,
    server,
    realtime,
    bus,
    listen: async ({ host, port, withJobs }) => {
      await realtime.start(http.server, doorsOf(joined))
      if (withJobs) await startJobs()
      return http.listen({ host, port, backlog: BACKLOG })
    },
    startJobs,
    stopJobs: () => stopAll(jobs),
    settled: () => allSettled(jobs),
    stop: async () => {
      ignoreSteps?.()
      await stopAll(jobs)
      await Promise.all([realtime.stop(), drain(http)])
      await bus.stop()
    },
  }
}

function questionsTo(sessions: KnownSessions) {
  const findLogin: FindLogin = (token, isUse) => sessions.findLogin(token, isUse)
  return {
    findLogin,
    touch: (tokenIds: readonly number[]) => sessions.touch(tokenIds),
    endedAmong: (tokenIds: readonly number[]) => sessions.endedAmong(tokenIds),
    readRevoked: (tokenIds: readonly number[]) => sessions.readRevoked(tokenIds),
  }
}

function serverOf(
  { config, db, clock, log }: AppParts,
  { bus, committed }: { bus: NodeBus; committed(): void },
): Server {
  const lostCommits = new LostCommits({ bus, clock })
  const seal = openSeal(config)
  const { sipDomain } = config
  return { db, clock, log, domainEvents: new DomainEvents(), lostCommits, seal, sipDomain, committed }
}

interface HasHealthChecks {
  healthChecks?(): Record<string, string>
}

interface Watched {
  clock: Clock
  realtime: RunningRealtime
  router: OpenRouter
}

function healthChecksOf(
  { clock, realtime, router }: Watched,
  joined: readonly HasHealthChecks[],
): Record<string, string> {
  const road = router.knowsRoads() ? { router: router.isWell() ? 'ok' : 'degraded' } : {}
  const events = { events: realtime.isDelayed() ? 'degraded' : 'ok' }
  const time = { clock: isOffTheWall(clock) ? 'degraded' : 'ok' }
  return Object.assign(events, time, road, ...joined.map((module) => module.healthChecks?.()))
}

/** Due times move first in the database, then in the memory of the modules. */
function largeSteps({ db, log, committed }: Server, jobs: readonly Jobs[]): LargeStepListener {
  return {
    prepare: (step) =>
      moveDueTimes(db, step).catch((error: unknown) => {
        log.error({ reason: kindOfError(error) }, "due times were not moved to the machine's clock")
        throw error
      }),
    adopted: ({ seconds }) => {
      for (const job of jobs) job.clockStepped?.(seconds)
      committed()
    },
  }
}

/** While the database cannot write, probes whether it can again. */
function probeStorage({ db, log }: Server, storage: StorageHealth): Jobs {
  return runEvery({ log }, { everyMs: PROBE_EVERY_MS, run: () => storage.probe(db), failed: 'storage was not probed' })
}

function fixedHttpParts({ publicOrigins, trustedProxies, maps }: Config) {
  return { publicOrigins, trustedProxies, mapOrigins: mapOrigins(maps), consoleDist: CONSOLE_DIST }
}

function doorsOf(joined: ReturnType<typeof modules>) {
  return joined.flatMap(({ door }) => door ?? [])
}

function openMetrics(http: FastifyInstance, metrics: Metrics, db: Db): void {
  metrics.watchPasswords(passwordsWaiting)
  metrics.watchTables(() => largestTables(db))
  metricsRoutes(http, metrics)
}

async function allSettled(jobs: readonly Jobs[]): Promise<void> {
  for (const job of jobs) await job.settled?.()
}

async function stopAll(jobs: Jobs[]): Promise<void> {
  for (const job of jobs.splice(0).toReversed()) await job.stop()
}

function tokensOf(
  events: readonly StoredEvent[],
  name: typeof SESSION_REVOKED | typeof DEVICE_BLOCKED,
): readonly number[] {
  return events.flatMap((event) => (event.event === name ? event.data.token_ids : []))
}

/** On every node: drops the cached tokens of closed sessions, blocked phones and changed roles. */
function closeRevokedSessions(realtime: RunningRealtime, sessions: KnownSessions): void {
  realtime.onEvents((events) => {
    const revoked = tokensOf(events, SESSION_REVOKED)
    const blocked = tokensOf(events, DEVICE_BLOCKED)
    const companyIds = events.flatMap(({ event, data }) => (event === 'permissions_changed' ? [data.company_id] : []))
    if (companyIds.length > 0) {
      sessions.dropCompanies(companyIds)
      void realtime.permissionsChanged(companyIds)
    }
    if (revoked.length + blocked.length === 0) return
    sessions.drop([...revoked, ...blocked])
    realtime.closeSessions(revoked, CLOSE.badToken)
    realtime.closeSessions(blocked, CLOSE.blocked)
  })
}

async function drain(http: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => http.server.closeAllConnections(), DRAIN_MS)
  await http.close().finally(() => clearTimeout(cut))
}
