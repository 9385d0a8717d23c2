import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { connectDatabase, type DatabaseConnection } from '../../apps/server/src/platform/db/connect.ts'
import { superviseEmbeddedPostgres } from '../../apps/server/src/platform/db/postgres/embedded-postgres-supervisor.ts'
import { mayMount, mountSmallDisk, unmountSmallDisk } from '../../apps/server/src/testing/database/small-disk.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { until } from '../../apps/server/src/testing/until.ts'
import { putDemoInto } from '../servers/demo-data.ts'
import { aDataDir, type DataDir } from '../servers/running-server.ts'
import { ChaosNode } from './chaos-node.ts'
import type { Plan } from './plan.ts'

/** A copy of the demo takes 200 MB, its write-ahead log as much again. */
const DISK_MEBIBYTES = 700

export interface World extends AsyncDisposable {
  nodes: readonly ChaosNode[]
  dataDir: DataDir
  /** PostgreSQL's folder is a small mounted disk. */
  hasSmallDisk: boolean
  redis: RedisProcess | null
  /** Connects to PostgreSQL directly, not through a proxy. */
  database: DatabaseConnection
  /** Undoes every fault: all processes run and are reachable. */
  heal(): Promise<void>
  problems(): string[]
}

function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0
}

/** PostgreSQL on a disk of its own, Redis when there are two nodes, and the nodes: everything that a plan can break. */
export async function openWorld(plan: Plan, report: (line: string) => void): Promise<World> {
  const cleanUps: (() => unknown)[] = []
  const dispose = async () => {
    report('everything is put away')
    for (let cleanUp = cleanUps.pop(); cleanUp; cleanUp = cleanUps.pop()) await cleanUp()
  }
  try {
    return { ...(await open(plan, report, (cleanUp) => cleanUps.push(cleanUp))), [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

type Later = (cleanUp: () => unknown) => void

async function open(
  plan: Plan,
  report: (line: string) => void,
  later: Later,
): Promise<Omit<World, keyof AsyncDisposable>> {
  const dataDir = aDataDir()
  later(() => dataDir[Symbol.asyncDispose]())
  const hasSmallDisk = mayMount()
  if (hasSmallDisk) {
    mountSmallDisk(dataDir.path, DISK_MEBIBYTES)
    later(() => unmountSmallDisk(dataDir.path))
  }
  const { database, socket } = await openDatabase(dataDir, later, report)
  const redis = plan.nodes > 1 && hasRedis() ? await RedisProcess.start() : null
  later(() => redis?.kill())

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaos-'))
  later(() => fs.rmSync(folder, { recursive: true, force: true }))
  const nodes: ChaosNode[] = []
  for (let no = 0; no < plan.nodes; no++) {
    const node = await ChaosNode.open({ folder, no, postgres: socket, redis: redis?.port ?? null, report })
    later(() => node[Symbol.asyncDispose]())
    nodes.push(node)
  }
  return {
    nodes,
    dataDir,
    hasSmallDisk,
    redis,
    database,
    heal: () => heal(nodes, redis),
    problems: () => {
      for (const node of nodes) node.checkLog()
      return nodes.flatMap((node) => node.problems)
    },
  }
}

async function openDatabase(dataDir: DataDir, later: Later, report: (line: string) => void) {
  await putDemoInto(dataDir.path)
  const postgres = await superviseEmbeddedPostgres({
    stateDir: path.join(dataDir.path, 'postgres'),
    notes: { info: report, warn: report },
  })
  later(postgres.stop)
  const address = postgres.address('dispecerat')
  if (!('socketDir' in address)) throw new Error('PostgreSQL listens on a Unix socket here')
  const database = connectDatabase(address, { max: 2, isPatient: true })
  later(database.close)
  return { database, socket: path.join(address.socketDir, '.s.PGSQL.5432') }
}

async function heal(nodes: readonly ChaosNode[], redis: RedisProcess | null): Promise<void> {
  redis?.startAgain()
  for (const node of nodes) {
    node.setClock(0)
    node.startAgain()
    for (const wire of [node.clients, node.database, node.redis]) wire?.restore()
  }
  for (const node of nodes) await node.untilReady()
}

/** A Redis without persistence. */
class RedisProcess {
  readonly port: number
  #process: ChildProcess | undefined

  private constructor(port: number) {
    this.port = port
  }

  static async start(): Promise<RedisProcess> {
    const redis = new RedisProcess(await freePort())
    redis.startAgain()
    return redis
  }

  startAgain(): void {
    this.#process ??= spawn('redis-server', ['--port', String(this.port), '--save', '', '--bind', '127.0.0.1'], {
      stdio: 'ignore',
    })
  }

  /** False when Redis is down already. */
  async kill(): Promise<boolean> {
    const killed = this.#process
    if (!killed) return false
    this.#process = undefined
    // A process that has already exited emits no second event.
    if (killed.exitCode !== null || killed.signalCode !== null) return false
    const ended = once(killed, 'exit')
    killed.kill('SIGKILL')
    await ended
    return true
  }
}

/** Waits until PostgreSQL accepts statements again. */
export async function untilDatabaseAnswers({ pool }: DatabaseConnection): Promise<void> {
  const answers = () => pool.query('select 1').then(() => true)
  await until('PostgreSQL answers', () => answers().catch(() => false), { timeoutMs: 90_000, intervalMs: 200 })
}
