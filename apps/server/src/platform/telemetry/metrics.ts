import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { TableSize } from '../db/table-sizes.ts'
import type { FloodedWith, SipRefusal } from './sip-refusals.ts'

const SESSIONS_REMEMBERED = 10_000

/**
 * Processor, memory, garbage collection and event loop are metrics of the process. Their collectors (an observer, a timer every 10 ms)
 * never end, so each stopped server would leak with collectors of its own.
 */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

/** The metrics of this node, in the Prometheus text format. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.#registry],
  })
  readonly #frames = new Counter({
    name: 'websocket_frames_total',
    help: 'Frames by what became of them',
    labelNames: ['kind'],
    registers: [this.#registry],
  })
  readonly #deliveries = new Histogram({
    name: 'event_delivery_seconds',
    help: 'From the instant an event was recorded to its sending; includes the rest of its transaction',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 5],
    registers: [this.#registry],
  })

  readonly #routes = new Counter({
    name: 'router_questions_total',
    help: 'Questions for road distances by what became of them; skipped = the router rests after failures',
    labelNames: ['outcome'],
    registers: [this.#registry],
  })

  readonly #addresses = new Counter({
    name: 'geocoder_questions_total',
    help: 'Questions to another geocoder by what became of them; skipped = it rests after failures',
    labelNames: ['outcome'],
    registers: [this.#registry],
  })
  readonly #addressSessions = new Counter({
    name: 'address_sessions_total',
    help: 'Addresses that were typed, each however many letters it took: distinct session tokens',
    registers: [this.#registry],
  })
  readonly #sessionsSeen = new Set<string>()

  readonly #sipRefusals = new Counter({
    name: 'sip_refused_total',
    help: 'What phones and strangers asked of the exchange in vain, by why; floods by what they are made of',
    labelNames: ['why', 'method'],
    registers: [this.#registry],
  })

  constructor(pool: Pool) {
    const registers = [this.#registry]
    new Gauge({
      name: 'database_connections',
      help: 'Connections of the pool and requests that wait for one',
      labelNames: ['state'],
      registers,
      collect() {
        this.set({ state: 'open' }, pool.totalCount)
        this.set({ state: 'idle' }, pool.idleCount)
        this.set({ state: 'waiting' }, pool.waitingCount)
      },
    })
  }

  answered({
    method,
    route,
    status,
    seconds,
  }: {
    method: string
    route: string
    status: number
    seconds: number
  }): void {
    this.#requests.observe({ method, route, status: String(status) }, seconds)
  }

  frames(
    kind: 'heard' | 'sent_logged' | 'sent_volatile' | 'dropped_volatile' | 'flooded' | 'too_many_sockets',
    count = 1,
  ): void {
    if (count > 0) this.#frames.inc({ kind }, count)
  }

  routerAsked(outcome: 'answered' | 'failed' | 'skipped'): void {
    this.#routes.inc({ outcome })
  }

  geocoderAsked(outcome: 'answered' | 'failed' | 'skipped'): void {
    this.#addresses.inc({ outcome })
  }

  /** Counts a token once while it is among the newest; it is used for nothing else. */
  addressSession(token: string): void {
    if (this.#sessionsSeen.has(token)) return
    this.#sessionsSeen.add(token)
    this.#addressSessions.inc()
    const [oldest] = this.#sessionsSeen
    if (this.#sessionsSeen.size > SESSIONS_REMEMBERED && oldest !== undefined) this.#sessionsSeen.delete(oldest)
  }

  sipRefused(why: SipRefusal, method?: FloodedWith, count = 1): void {
    this.#sipRefusals.inc(method ? { why, method } : { why }, count)
  }

  delivered(afterSeconds: number): void {
    this.#deliveries.observe(Math.max(0, afterSeconds))
  }

  watchLag(seconds: () => number): void {
    new Gauge({
      name: 'event_log_lag_seconds',
      help: 'For how long a committed event may have waited to be sent by this node; grows while the log cannot be read',
      registers: [this.#registry],
      collect() {
        this.set(seconds())
      },
    })
  }

  watchSockets(count: () => number): void {
    new Gauge({
      name: 'websockets',
      help: 'Logged-in websockets of this node',
      registers: [this.#registry],
      collect() {
        this.set(count())
      },
    })
  }

  /** Each scrape shows the result of the previous one's query, so that none waits for a database that does not respond. */
  watchTables(read: () => Promise<readonly TableSize[]>): void {
    let known: readonly TableSize[] = []
    let isReading = false
    const readAgain = async () => {
      if (isReading) return
      isReading = true
      known = await read().catch(() => known)
      isReading = false
    }
    new Gauge({
      name: 'database_table_bytes',
      help: 'The largest tables, with their indexes',
      labelNames: ['table'],
      registers: [this.#registry],
      collect() {
        this.reset()
        for (const { table, bytes } of known) this.set({ table }, bytes)
        void readAgain()
      },
    })
  }

  watchPasswords(waiting: () => number): void {
    new Gauge({
      name: 'passwords_waiting',
      help: 'Passwords that wait for their turn to be hashed; 600 at most, then the last of the busiest network gets a 503',
      registers: [this.#registry],
      collect() {
        this.set(waiting())
      },
    })
  }

  async text(): Promise<{ type: string; text: string }> {
    const all = Registry.merge([ofProcess, this.#registry])
    return { type: all.contentType, text: await all.metrics() }
  }
}
