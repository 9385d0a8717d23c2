import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Endpoint, RequestInput } from '@dispecerat/contract/endpoint'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { openSession } from '../accounts/log-in.ts'
import { joinApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Db } from '../db/database.ts'
import { newestSeq, numberEvents } from '../db/event-log.ts'
import { seedEssentials } from '../demo/seed-essentials.ts'
import type { NodeBus } from '../realtime/node-bus.ts'
import type { RunningRealtime } from '../realtime/start-realtime.ts'
import type { Server } from '../server.ts'
import { createLog } from '../telemetry/log.ts'
import type { TestDatabase } from './database-copy.ts'
import { SocketClient } from './socket-client.ts'
import { TestClock } from './test-clock.ts'
import { aDatabase } from './test-database.ts'
import { TEST_EVENTS } from './test-events.ts'
import { until } from './until.ts'

export interface TestServerOptions {
  /** Where the test's clock stands; ISO 8601 with a zone. */
  at?: string
  /** Environment variables beside the tests' own. */
  env?: Record<string, string>
  /** A second node on the same database and clock. */
  besides?: TestServer
  /** Already holds rows; closed with the server. By default a migrated, empty one. */
  database?: TestDatabase
  /** Requests and sockets from this machine are counted too. */
  countsLoopback?: boolean
  /** Of the searches alone; by default they share the server's. */
  engineDb?: Db
  /** Collects what is logged, line by line. */
  logTo?: (line: string) => void
}

/** The whole server on a database of its own; jobs run only when the test runs them. Verbs take it as their `server`. */
export interface TestServer extends Server, AsyncDisposable {
  clock: TestClock
  database: TestDatabase
  /** What it writes to disk; removed with it. */
  dataDir: string
  http: FastifyInstance
  realtime: RunningRealtime
  bus: NodeBus
  /** http://127.0.0.1:port */
  address: string
  /** Moves the clock. */
  pass(seconds: number): void
  startJobs(): Promise<void>
  stopJobs(): Promise<void>
  /** This node's memory knows all that is committed. */
  remembers(): Promise<void>
  /** A fresh token of a user made by a builder. */
  logIn(email: string): Promise<string>
  /** Asks an endpoint of the contract; a reply that is no problem is checked against its shape. */
  request<E extends Endpoint>(endpoint: E, ask: RequestInput<E> & Extra, token?: string): Promise<TestReply<E>>
  inject: FastifyInstance['inject']
  /** A logged-in websocket. Without `lastSeq` it hears only what is committed from now on. */
  socket(token: string, lastSeq?: number): Promise<SocketClient>
  /** A websocket that has said nothing yet. */
  bareSocket(options?: { origin?: string }): SocketClient
  stop(): Promise<void>
}

interface Extra {
  headers?: Record<string, string>
}

export interface TestReply<E extends Endpoint> {
  status: number
  /** The answer of the contract. Throws the problem as an error when it was one. */
  readonly reply: z.output<E['reply']>
  /** The answer as it came. */
  body: Record<string, unknown>
  headers: LightMyRequestResponse['headers']
}

const ENVIRONMENT = {
  PORT: '0',
  LOG_LEVEL: 'silent',
  DEMO: 'off',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  // Drivers are at once where a test needs them.
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

  // A test on a fast machine asks more in a second than a person does.
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
  const allIsSent = async () => {
    while ((await numberEvents(db, clock.now())) === 'raced');
    const newest = await newestSeq(db)
    const isSent = () => {
      if (realtime.sentUpTo() >= newest) return true
      realtime.wake()
      return false
    }
    await until(`event ${newest} is sent`, isSent, { intervalMs: 5 })
  }
  return {
    ...app.server,
    clock,
    database,
    dataDir,
    ...{ http, realtime, bus, address, startJobs, stopJobs },
    remembers: async () => {
      await allIsSent()
      await app.settled()
    },
    pass: (seconds) => clock.pass(seconds),
    inject: http.inject.bind(http) as FastifyInstance['inject'],
    logIn: (email) => tokenOf(db, email, clock.now()),
    request: (endpoint, ask, token) => requestEndpoint(http, endpoint, ask, token),
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

/** Opened without the password's hash, which would cost every test 30 ms; the log-in itself has its own tests. */
async function tokenOf(db: Db, email: string, now: Date): Promise<string> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (!user) throw new Error(`nobody is called ${email}`)
  return db.transaction().execute((tx) => openSession(tx, { userId: user.id, device: null, now }))
}

async function requestEndpoint<E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E,
  ask: RequestInput<E> & Extra,
  token?: string,
): Promise<TestReply<E>> {
  const answer = await http.inject({
    method: endpoint.method,
    url: addressOf(endpoint, ask),
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...ask.headers },
    ...(ask.body === undefined ? {} : { payload: ask.body as object }),
  })
  // A table answers with a file; its bytes are looked at where it is tested.
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

/** The path with its parameters, and the query; lists repeat their name. */
export function addressOf<E extends Endpoint>({ path }: E, ask: RequestInput<E>): string {
  const params = (ask.params ?? {}) as Record<string, unknown>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((ask.query ?? {}) as Record<string, unknown>)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) query.append(name, String(one))
  }
  return query.size > 0 ? `${filled}?${query}` : filled
}
