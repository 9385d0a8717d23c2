import path from 'node:path'
import type { EventTable } from '@dispecerat/contract/event-access'
import { CLOSE } from '@dispecerat/contract/realtime'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import {
  DEVICE_BLOCKED,
  GuessGuard,
  KnownSessions,
  offerSetUp,
  passwordsWaiting,
  SESSION_REVOKED,
} from './accounts/accounts.public.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { renewDigests } from './calls/calls.public.ts'
import { findClientLogin } from './client-app/client-app.public.ts'
import { type Clock, isOffTheWall, type LargeStepListener } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import { DomainEvents } from './db/domain-events.ts'
import { moveDueTimes } from './db/due-times.ts'
import { type StoredEvent, startLogAnewAfterRestore } from './db/event-log.ts'
import { LostCommits } from './db/lost-commits.ts'
import { openSeal } from './db/seal.ts'
import { requireKeys, sealPlainValues } from './db/sealed-columns.ts'
import type { StorageHealth } from './db/storage-health.ts'
import { largestTables } from './db/table-sizes.ts'
import type { FindLogin } from './http/authenticate.ts'
import { healthRoutes } from './http/health.routes.ts'
import { createHttp } from './http/http-server.ts'
import { ProxyWatch } from './http/proxy-watch.ts'
import { RequestLimits, type RequestLimitsOptions } from './http/request-limits.ts'
import { kindOfError } from './kind-of-error.ts'
import { SocketQuotas } from './limits/limits.public.ts'
import { type Jobs, modules } from './modules.ts'
import { mapOrigins } from './providers/map-providers/map-providers.ts'
import { type OpenRouter, openRouter } from './providers/routing/open-router.ts'
import { type NodeBus, openNodeBus } from './realtime/node-bus.ts'
import { SocketMeter } from './realtime/socket-meter.ts'
import { createRealtime, type RunningRealtime } from './realtime/start-realtime.ts'
import { REPO_ROOT } from './repo-root.ts'
import { runEvery } from './run-every.ts'
import type { Server } from './server.ts'
import { metricsRoutes } from './telemetry/metrics.routes.ts'
import { Metrics } from './telemetry/metrics.ts'

export interface AppParts {
  config: Config
  db: Db
  pool: Pool
  /** Hears every error of the connections' statements. */
  storage: StorageHealth
  /** Connections for the searches alone; without them they share the others'. */
  engineDb?: Db
  clock: Clock
  log: Logger
  /** False leaves out the jobs of a night or an hour; a test that is not about them would race with them. */
  hasHousekeeping?: boolean
  /** How many requests are served in turns; by default a demo does not count its own machine. */
  limits?: RequestLimitsOptions
  /** Who may hear which event of the websocket; by default the contract's table. */
  eventTable?: EventTable
}

export interface App {
  /** Where it listens, e.g. http://127.0.0.1:3000. */
  address: string
  /** Lines the modules want under the address when the server has started. */
  welcome: string[]
  /** Takes nothing new, lets what runs end for up to 5 seconds, then cuts it. */
  stop(): Promise<void>
}

/** All modules joined, listening to nobody yet and with no job running. */
export interface JoinedApp {
  http: FastifyInstance
  server: Server
  realtime: RunningRealtime
  bus: NodeBus
  /** Begins to read the event log, starts the jobs if asked to, and opens the port last: nobody meets a half-made house. */
  listen(at: { host: string; port: number; withJobs: boolean }): Promise<string>
  startJobs(): Promise<void>
  /** What the clock started is over; the port still answers. */
  stopJobs(): Promise<void>
  /** What the log has told so far is in this node's memory. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const DRAIN_MS = 5000
/** Connections that wait to be taken: after a restart thousands of phones come at once. The kernel allows `net.core.somaxconn` at most. */
const BACKLOG = 4096
const PROBE_EVERY_MS = 1000
const CONSOLE_DIST = path.join(REPO_ROOT, 'apps/console/dist')

/** Joins the modules, opens the port and starts what the clock starts. */
export async function startApp(parts: AppParts): Promise<App> {
  const { config, db, clock } = parts
  await startLogAnewAfterRestore(db, clock.now())
  await sealStored(parts)
  const app = await joinApp(parts)
  const address = await app.listen({ host: config.host, port: config.port, withJobs: true })
  const token = config.demo ? null : await offerSetUp({ db, clock })
  // Behind # the token stays in the browser: it reaches no server's log.
  const welcome = token ? ['Creați contul de administrator (24 h):', `${address}/set-up#${token}`] : []
  return { address, welcome, stop: app.stop }
}

/** Before anybody is served: what an earlier version or another SIP_DOMAIN left. */
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
    ...{ log, publicOrigins, limits, trustedProxies: config.trustedProxies, answered: metrics.answered.bind(metrics) },
    ...{ findLogin: ofSessions.findLogin, findClientLogin: (token) => findClientLogin(server, token) },
    mapOrigins: mapOrigins(config.maps),
    connectOrigins: () => joined.flatMap((module) => module.connectsTo?.() ?? []),
    proxyWatch,
    consoleDist: CONSOLE_DIST,
  })
  healthRoutes(http, { db, storage }, () => healthChecksOf({ clock, realtime, router }, [...joined, proxyWatch]))
  metrics.watchPasswords(passwordsWaiting)
  metrics.watchTables(() => largestTables(db))
  metricsRoutes(http, metrics)
  const house = { companyCentre: config.companyCentre, twoFactorGraceDays }
  accountsRoutes(http, server, { sessions, guard, house, publicOrigins })
  for (const module of joined) module.routes?.(http, server, realtime)

  const ignoreSteps = clock.onLargeStep?.(largeSteps(server, jobs))
  const startJobs = async () => {
    jobs.push(router.start(), probeStorage(server, storage))
    for (const { startJobs: start, isHousekeeping } of joined)
      if (start && (hasHousekeeping || !isHousekeeping)) jobs.push(await start(server, realtime))
  }
  const routes = joined.flatMap(({ door }) => door ?? [])
  return {
    ...{ http, server, realtime, bus },
    listen: async ({ host, port, withJobs }) => {
      await realtime.start(http.server, routes)
      if (withJobs) await startJobs()
      return http.listen({ host, port, backlog: BACKLOG })
    },
    startJobs,
    stopJobs: () => stopAll(jobs),
    settled: async () => {
      for (const job of jobs) await job.settled?.()
    },
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
    readWithheld: (tokenIds: readonly number[]) => sessions.readWithheld(tokenIds),
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

interface Signing {
  signs?(): Record<string, string>
}

interface Watched {
  clock: Clock
  realtime: RunningRealtime
  router: OpenRouter
}

function healthChecksOf({ clock, realtime, router }: Watched, joined: readonly Signing[]): Record<string, string> {
  const road = router.knowsRoads() ? { router: router.isWell() ? 'ok' : 'degraded' } : {}
  const events = { events: realtime.isDelayed() ? 'degraded' : 'ok' }
  const time = { clock: isOffTheWall(clock) ? 'degraded' : 'ok' }
  return Object.assign(events, time, road, ...joined.map((module) => module.signs?.()))
}

/** Due times are moved first, in the database, then in the memory of the modules. */
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

/** While the database cannot write, it is asked whether it can again. */
function probeStorage({ db, log }: Server, storage: StorageHealth): Jobs {
  return runEvery({ log }, { everyMs: PROBE_EVERY_MS, look: () => storage.probe(db), failed: 'storage was not probed' })
}

async function stopAll(jobs: Jobs[]): Promise<void> {
  for (const job of jobs.splice(0).toReversed()) await job.stop()
}

function tokensOf(events: readonly StoredEvent[], name: string): number[] {
  return events.filter(({ event }) => event === name).flatMap(({ data }) => data.token_ids as number[])
}

/** Every node hears of a closed session, a blocked phone or other words of a role, and forgets their tokens. */
function closeRevokedSessions(realtime: RunningRealtime, sessions: KnownSessions): void {
  realtime.onEvents((events) => {
    const revoked = tokensOf(events, SESSION_REVOKED)
    const blocked = tokensOf(events, DEVICE_BLOCKED)
    const narrowed = events.filter(({ event }) => event === 'permissions_changed')
    if (narrowed.length > 0) {
      const companyIds = narrowed.map(({ data }) => data.company_id as number)
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
