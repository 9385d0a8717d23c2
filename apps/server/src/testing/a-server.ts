import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { joinApp } from '../app.ts'
import { seedEssentials } from '../demo/seed/seed-essentials.ts'
import { openSession } from '../identity/accounts/log-in.ts'
import { readConfig } from '../platform/config/config.ts'
import type { Db } from '../platform/db/database.ts'
import { newestSeq, numberEvents } from '../platform/db/event-log.ts'
import type { Server } from '../platform/lifecycle/server.ts'
import type { NodeBus } from '../platform/realtime/node-bus.ts'
import type { RunningRealtime } from '../platform/realtime/start-realtime.ts'
import { createLog } from '../platform/telemetry/log.ts'
import type { TestDatabase } from './database/database-copy.ts'
import { aDatabase } from './database/test-database.ts'
import { SocketClient } from './socket-client.ts'
import { TestClock } from './test-clock.ts'
import { TEST_EVENTS } from './test-events.ts'
import { until } from './until.ts'

export interface TestServerOptions {
  /** Start of the test clock; ISO 8601 with a zone. */
  at?: string
  /** Environment variables added to those of every test. */
  env?: Record<string, string>
  /** The new server is a second node on the database and clock of this one. */
  besides?: TestServer
  /** A database that already holds rows; it is closed with the server. The default is a migrated, empty one. */
  database?: TestDatabase
  /** Applies the request limits to loopback addresses too. */
  countsLoopback?: boolean
  /** A separate pool for the search engine; by default it shares the server's. */
  engineDb?: Db
  /** Receives the log, line by line. */
  logTo?: (line: string) => void
}

/** The whole server on a database of its own. Jobs run only when the test runs them. Commands take it as their `server`. */
export interface TestServer extends Server, AsyncDisposable {
  clock: TestClock
  database: TestDatabase
  /** Data directory of the server; removed with it. */
  dataDir: string
  http: FastifyInstance
  realtime: RunningRealtime
  bus: NodeBus
  /** http://127.0.0.1:port */
  address: string
  /** Advances the clock. */
  pass(seconds: number): void
  startJobs(): Promise<void>
  stopJobs(): Promise<void>
  /** Resolves when this node has applied every committed event to its in-memory state. */
  remembers(): Promise<void>
  /** Creates a token of a user that a builder made. */
  logIn(email: string): Promise<string>
  /** Requests an endpoint of the contract; a reply that is not a problem is checked against its schema. */
  request<E extends Endpoint>(endpoint: E, input: RequestInput<E> & Extra, token?: string): Promise<TestReply<E>>
  inject: FastifyInstance['inject']
  /** An authenticated websocket. Without `lastSeq` it receives only what is committed from now on. */
  socket(token: string, lastSeq?: number): Promise<SocketClient>
  /** A websocket that has not authenticated yet. */
  bareSocket(options?: { origin?: string }): SocketClient
  stop(): Promise<void>
}

interface Extra {
  headers?: Record<string, string>
}

export interface TestReply<E extends Endpoint> {
  status: number
  /** The reply by the contract; reading it throws when the server replied with a problem. */
  readonly reply: z.output<E['reply']>
  /** The body as it was received. */
  body: Record<string, unknown>
  headers: LightMyRequestResponse['headers']
}

const ENVIRONMENT = {
  PORT: '0',
  LOG_LEVEL: 'silent',
  DEMO: 'off',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  // Tests put drivers at any place at once, so the check of plausible speeds is off.
  MAX_PLAUSIBLE_KMH: '99999',
}

export async function aServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { besides } = options
  const database = besides?.database ?? options.database ?? (await aDatabase())
  const { db, pool, storage } = database
  const clock = besides?.clock ?? new TestClock(options.at ?? '2026-03-01T20:00:00+02:00')
  const dataDir = besides?.dataDir ?? path.join(os.tmpdir(), `dispecerat-test-${randomUUID()}`)
  const config = readConfig({ ...ENVIRONMENT, DATA_DIR: dataDir, ...options.env })
  const { logTo } = options
  const log = logTo ? createLog('debug', storage, { write: logTo }) : createLog('silent', storage)
  storage.logTo(log)
  if (!besides) await seedEssentials(db)

  // The limits are meant for one person; a test on a fast machine sends more requests per second.
  const limits = { trustsLoopback: !options.countsLoopback }
  const engine = options.engineDb ? { engineDb: options.engineDb } : {}
  const app = await joinApp({ config, db, pool, storage, ...engine, clock, log, limits, eventTable: TEST_EVENTS })
  const address = await app.listen({ host: '127.0.0.1', port: 0, withJobs: false })
  const sockets: SocketClient[] = []
  const bareSocket: TestServer['bareSocket'] = (socketOptions) => {
    const socket = new SocketClient(address, socketOptions)
    sockets.push(socket)
    return socket
  }
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= (async () => {
      for (const socket of sockets) socket.close()
      await app.stop()
      if (!besides) await Promise.all([database.close(), rm(dataDir, { recursive: true, force: true })])
    })()
    return stopped
  }
  const { http, realtime, bus, startJobs, stopJobs } = app
  const allIsSent = () => everyEventSent(db, clock, realtime)
  return {
    ...app.server,
    clock,
    database,
    dataDir,
    http,
    realtime,
    bus,
    address,
    startJobs,
    stopJobs,
    remembers: async () => {
      await allIsSent()
      await app.settled()
    },
    pass: (seconds) => clock.pass(seconds),
    inject: http.inject.bind(http) as FastifyInstance['inject'],
    logIn: (email) => tokenOf(db, email, clock.now()),
    request: (endpoint, input, token) => requestEndpoint(http, endpoint, input, token),
    socket: async (token, lastSeq) => {
      if (lastSeq === undefined) await allIsSent()
      const socket = bareSocket()
      await socket.authenticate(token, lastSeq)
      return socket
    },
    bareSocket,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

async function everyEventSent(db: Db, clock: TestClock, realtime: TestServer['realtime']): Promise<void> {
  while ((await numberEvents(db, clock.now())) === 'raced');
  const newest = await newestSeq(db)
  const isSent = () => {
    if (realtime.sentUpTo() >= newest) return true
    realtime.wake()
    return false
  }
  await until(`event ${newest} is sent`, isSent, { intervalMs: 5 })
}

/** Inserts the session without hashing the password, which would cost every test 30 ms; logging in has tests of its own. */
async function tokenOf(db: Db, email: string, now: Date): Promise<string> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (!user) throw new Error(`nobody is called ${email}`)
  return db.transaction().execute((tx) => openSession(tx, { userId: user.id, device: null, now }))
}

async function requestEndpoint<E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E,
  input: RequestInput<E> & Extra,
  token?: string,
): Promise<TestReply<E>> {
  const answer = await http.inject({
    method: endpoint.method,
    url: addressOf(endpoint, input),
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...input.headers },
    ...(input.body === undefined ? {} : { payload: input.body as object }),
  })
  // The reply is a file; tests of the table check its bytes.
  const isJson = /^application\/([a-z]+\+)?json/.test(String(answer.headers['content-type']))
  const body = isJson ? answer.json<Record<string, unknown>>() : { file: answer.body }
  return {
    status: answer.statusCode,
    get reply() {
      if (answer.statusCode >= 400) throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.body}`)
      return z.parse(endpoint.reply, body) as z.output<E['reply']>
    },
    body,
    headers: answer.headers,
  }
}

/** The path with its parameters filled in, and the query string; lists repeat their name. */
export function addressOf<E extends Endpoint>({ path }: E, input: RequestInput<E>): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one))
  }
  return query.size > 0 ? `${filled}?${query}` : filled
}
