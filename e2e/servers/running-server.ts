import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { MEMORY_FOLDER } from '../../apps/server/src/testing/memory-folder.ts'
import { until } from '../../apps/server/src/testing/until.ts'
import { DEMO_SECRETS_KEY, PGDATA, putDemoInto } from './demo-data.ts'

const REPO_ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
/** Node's arguments, as in scripts/build-server.mjs. */
export const BUILT_SERVER = ['--enable-source-maps', 'apps/server/dist/main.mjs']

/** A first start creates a database and a month of the demo, which takes a busy machine minutes. */
const PATIENT = { timeoutMs: 240_000 }

export interface DataDir extends AsyncDisposable {
  path: string
  /** Process id of the embedded PostgreSQL that runs on it, if one does. */
  postgresPid(): number | undefined
}

export interface RunningServer extends AsyncDisposable {
  /** http://localhost:PORT */
  url: string
  port: number
  pid: number
  /** Its output so far, banner and log lines. */
  stdout(): string
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL: the process cannot clean up. */
  kill9(): Promise<void>
}

export interface ServerOptions {
  /** Environment variables. DEMO and DEMO_CITY are off unless a test turns them on. */
  env?: Record<string, string>
  /** Reuses the data of an earlier server; by default a fresh folder that is removed with the server. */
  dataDir?: DataDir
  /** The port of an earlier server, which stays reserved for this process; by default a fresh one. */
  port?: number
  /** True: the server creates its database in an empty folder. By default it finds a copy of the run's demo there. */
  isFirst?: boolean
}

/** A folder for one server's data; leaving `await using` ends a PostgreSQL that still runs on it and removes it. */
export function aDataDir(): DataDir {
  const folder = fs.mkdtempSync(path.join(MEMORY_FOLDER, 'dispecerat-e2e-'))
  // As root, PostgreSQL runs as another account, which needs access to the folder.
  fs.chmodSync(folder, 0o755)
  const postgresPid = () => {
    const file = path.join(folder, PGDATA, 'postmaster.pid')
    const pid = fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, 'utf8'), 10) : undefined
    return pid !== undefined && isAlive(pid) ? pid : undefined
  }
  return {
    path: folder,
    postgresPid,
    [Symbol.asyncDispose]: async () => {
      const left = postgresPid()
      if (left !== undefined) process.kill(left, 'SIGQUIT')
      await until('PostgreSQL has ended', () => left === undefined || !isAlive(left))
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/** Starts the real server as a separate process and waits until GET /ready returns 200. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataDir = options.dataDir ?? aDataDir()
  if (!options.isFirst && hasNoDatabase(options, dataDir)) await putDemoInto(dataDir.path)
  const port = options.port ?? (await freePort())
  const child = spawn(process.execPath, BUILT_SERVER, {
    cwd: REPO_ROOT,
    env: {
      ...ownEnvironment(),
      DEMO: 'off',
      DEMO_CITY: 'off',
      SECRETS_KEY: DEMO_SECRETS_KEY,
      // Tests put drivers at any place at once, so the check of plausible speeds is off.
      MAX_PLAUSIBLE_KMH: '99999',
      ...options.env,
      PORT: String(port),
      DATA_DIR: dataDir.path,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))

  const kill9 = () => end(child, 'SIGKILL').then(() => undefined)
  const server: RunningServer = {
    url: `http://localhost:${port}`,
    port,
    pid: child.pid ?? 0,
    stdout: () => printed,
    stop: () => end(child, 'SIGTERM'),
    kill9,
    [Symbol.asyncDispose]: async () => {
      await end(child, 'SIGTERM')
      if (!options.dataDir) await dataDir[Symbol.asyncDispose]()
    },
  }
  try {
    await untilReady(server, () => child.exitCode === null && child.signalCode === null)
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
  return server
}

function hasNoDatabase({ env }: ServerOptions, { path: folder }: DataDir): boolean {
  return !env?.DATABASE_URL && !fs.existsSync(path.join(folder, 'postgres'))
}

/** Status and body of GET /ready. */
export async function readiness({ url }: Pick<RunningServer, 'url'>): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${url}/ready`)
  return { status: answer.status, body: await answer.json() }
}

/** Waits until GET /ready returns this status; undefined: until nothing listens. */
export async function untilReadyIs(server: Pick<RunningServer, 'url'>, status: number | undefined): Promise<void> {
  await until(`GET /ready is ${status ?? 'silent'}`, async () => (await readyStatus(server)) === status, PATIENT)
}

/** Waits until a new PostgreSQL runs on the data after the killed one, and the server uses it. */
export async function postgresIsBack(server: RunningServer, dataDir: DataDir, killedPid: number): Promise<void> {
  const isAnother = () => dataDir.postgresPid() !== undefined && dataDir.postgresPid() !== killedPid
  await until('another PostgreSQL runs', isAnother, PATIENT)
  await untilReadyIs(server, 200)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !fs.readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux'
  }
}

async function untilReady(server: RunningServer, alive: () => boolean): Promise<void> {
  const isReady = async () => {
    if (!alive()) throw new Error('the server ended before it was ready')
    // The banner proves that the reply is not from another server on the same port.
    return server.stdout().includes(server.url) && (await readyStatus(server)) === 200
  }
  await until('the server is ready', isReady, PATIENT).catch((error: Error) => {
    throw new Error(`${error.message}:\n${server.stdout()}`)
  })
}

async function readyStatus({ url }: Pick<RunningServer, 'url'>): Promise<number | undefined> {
  try {
    return (await fetch(`${url}/ready`, { signal: AbortSignal.timeout(3000) })).status
  } catch {
    return undefined
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return child.exitCode
}

/** The environment of the test run without variables that would configure the server. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _url, REDIS_URL: _redis, HOST: _host, MAP_EXTRACT: _map, ...rest } = process.env
  return { ...rest, LOG_LEVEL: rest.LOG_LEVEL ?? 'info' }
}
