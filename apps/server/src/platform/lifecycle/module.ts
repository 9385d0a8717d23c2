import type { FastifyInstance } from 'fastify'
import type { Realtime } from '../realtime/realtime.ts'
import type { Door } from '../realtime/upgrade.ts'
import type { Server } from './server.ts'

/** Work that timers start: due rows, retention, batches. */
export interface Jobs {
  /** Called after a commit of this process: process what is due now. */
  wake?(): void
  /** Resolves when the event log has been processed so far. */
  settled?(): Promise<void>
  /** The clock was stepped by this many seconds: times in memory must move. */
  clockStepped?(seconds: number): void
  stop(): void | Promise<void>
}

/** A part of the server. Earlier modules know nothing of later ones. */
export interface Module {
  /** That of its folder where the folder has one module; unique. */
  name: string
  /** Subscribes to domain events, the event log and the sockets, before the first request. */
  subscribe?(server: Server, realtime: Realtime): void | Promise<void>
  routes?(http: FastifyInstance, server: Server, realtime: Realtime): void
  /** An additional websocket path. */
  door?: Door
  startJobs?(server: Server, realtime: Realtime): Jobs | Promise<Jobs>
  /** The jobs are nightly or hourly (retention, drafts of invoices, warnings), so nothing waits for them. */
  isHousekeeping?: true
  /** Other hosts that pages connect to, as wss://host. */
  connectsTo?(): readonly string[]
  /** Degraded parts, reported by GET /ready. */
  healthChecks?(): Record<string, 'ok' | 'degraded'>
}
