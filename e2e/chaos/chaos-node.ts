import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { until } from '../../apps/server/src/testing/until.ts'
import { aChaosProxy, type ChaosProxy } from '../processes/chaos-proxy.ts'
import { isAlive, type RunningServer, startServer } from '../servers/running-server.ts'

const CLOCK_HOOK = path.join(import.meta.dirname, 'steppable-clock.mjs')
const WATCH_MS = 200
const RESTART_DELAY_MS = 500
const LINES_OF_LOG = 30
/** Log messages that prove a defect, whatever fails around the server. */
const DEFECTS = ['an error nobody caught', 'the ledger does not add up']
/** Phones, names, addresses, e-mails, passwords and tokens of the people of a run. */
const PRIVATE = /(\+4|\b)0799\d{6}\b|La colț|nota \d|@demo\.ro|demo-parola|tx_[\w-]{20}/

export interface NodeParts {
  /** Folder for everything the node needs besides its data. */
  folder: string
  no: number
  /** The path of PostgreSQL's socket, and Redis' port where there is one. */
  postgres: string
  redis: number | null
  report(line: string): void
}

/** One server process behind proxies that can cut its connections; it is restarted whenever it ends, as in production. */
export class ChaosNode implements AsyncDisposable {
  readonly port: number
  /** Proxies to the clients, to PostgreSQL and to Redis. */
  readonly clients: ChaosProxy
  readonly database: ChaosProxy
  readonly redis: ChaosProxy | null
  /** Findings that no planned fault explains. */
  readonly problems: string[] = []
  readonly #parts: NodeParts
  readonly #socketDir: string
  #server: RunningServer | undefined
  /** True while an ended process is to be restarted. */
  #isKept = true
  #isExpectedToEnd = false
  #isClosing = false
  #watching: Promise<void> | undefined

  private constructor(parts: NodeParts, port: number, wires: [ChaosProxy, ChaosProxy, ChaosProxy | null]) {
    this.#parts = parts
    this.port = port
    this.#socketDir = socketDirOf(parts)
    ;[this.clients, this.database, this.redis] = wires
    this.setClock(0)
  }

  static async open(parts: NodeParts): Promise<ChaosNode> {
    fs.mkdirSync(socketDirOf(parts), { recursive: true })
    const port = await freePort()
    const node = new ChaosNode(parts, port, [
      await aChaosProxy(port),
      await aChaosProxy(parts.postgres, path.join(socketDirOf(parts), '.s.PGSQL.5432')),
      parts.redis === null ? null : await aChaosProxy(parts.redis),
    ])
    await node.#start()
    node.#watching = node.#watch()
    return node
  }

  /** http://127.0.0.1:PORT of the proxy's client side. */
  get url(): string {
    return this.clients.url
  }

  get name(): string {
    return `node ${this.#parts.no}`
  }

  get isUp(): boolean {
    return this.#server !== undefined
  }

  /** False when the process is down already. */
  async kill(): Promise<boolean> {
    const server = this.#server
    if (!server) return false
    this.#isKept = false
    this.#isExpectedToEnd = true
    await server.kill9()
    return true
  }

  startAgain(): void {
    this.#isKept = true
  }

  /** Returns a function that resumes the process; null when it is down. */
  freeze(): (() => void) | null {
    const pid = this.#server?.pid
    if (pid === undefined || !isAlive(pid)) return null
    process.kill(pid, 'SIGSTOP')
    return () => void (isAlive(pid) && process.kill(pid, 'SIGCONT'))
  }

  setClock(seconds: number): void {
    fs.writeFileSync(this.#clockFile, String(seconds))
  }

  async untilReady(): Promise<void> {
    const isReady = async () => {
      const answer = await fetch(`http://127.0.0.1:${this.port}/ready`, { signal: AbortSignal.timeout(3000) })
      return answer.status === 200
    }
    await until(`${this.name} is ready`, () => isReady().catch(() => false), { timeoutMs: 90_000, intervalMs: 200 })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true
    await this.#watching
    await this.#server?.[Symbol.asyncDispose]()
    for (const wire of [this.clients, this.database, this.redis]) await wire?.[Symbol.asyncDispose]()
  }

  /** Checks the log of the running process; logs of ended processes were checked when they ended. */
  checkLog(): void {
    if (this.#server) this.#readLog(this.#server)
  }

  get #clockFile(): string {
    return path.join(this.#parts.folder, `clock-${this.#parts.no}`)
  }

  async #start(): Promise<void> {
    const url = `postgresql:///dispecerat?host=${encodeURIComponent(this.#socketDir)}&user=dispecerat`
    this.#server = await startServer({
      port: this.port,
      env: {
        DEMO: 'on',
        LOG_LEVEL: 'debug',
        DATABASE_URL: url,
        ...(this.redis ? { REDIS_URL: this.redis.url.replace('http:', 'redis:') } : {}),
        NODE_OPTIONS: `--import=${CLOCK_HOOK}`,
        CHAOS_CLOCK: this.#clockFile,
      },
    })
    this.#isExpectedToEnd = false
  }

  async #watch(): Promise<void> {
    while (!this.#isClosing) {
      if (this.#server && !isAlive(this.#server.pid)) this.#ended(this.#server)
      if (!this.#server && this.#isKept) await this.#start().catch((error: Error) => this.#didNotStart(error))
      await sleep(WATCH_MS)
    }
  }

  #ended(server: RunningServer): void {
    this.#server = undefined
    this.#readLog(server)
    if (this.#isExpectedToEnd) return
    const lines = server.stdout().trim().split('\n').slice(-LINES_OF_LOG)
    this.problems.push(`${this.name} ended by itself:\n${lines.join('\n')}`)
  }

  /** Without its database a starting server gives up after half a minute; then the start is tried again. */
  async #didNotStart(error: Error): Promise<void> {
    this.#parts.report(`${this.name} did not start: ${error.message.split('\n').at(-1)}`)
    await sleep(RESTART_DELAY_MS)
  }

  #readLog(server: RunningServer): void {
    const lines = server.stdout().split('\n')
    for (const defect of DEFECTS) {
      const line = lines.find((each) => each.includes(defect))
      if (line) this.problems.push(`${this.name} logged: ${line}`)
    }
    // Only JSON lines count: the banner of a demo prints its passwords, and is no log line.
    const leaked = lines.find((line) => line.startsWith('{') && PRIVATE.test(line))
    if (leaked) this.problems.push(`${this.name} logged what is private: ${leaked}`)
  }
}

function socketDirOf({ folder, no }: NodeParts): string {
  return path.join(folder, `postgres-of-node-${no}`)
}
