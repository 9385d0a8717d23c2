import { execFile } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { SUPER_USER } from '../connect.ts'
import { type Account, makePrivateDir, postgresAccount, reachableStateDir } from './embedded-postgres-account.ts'
import { type Binaries, binariesFor } from './embedded-postgres-binaries.ts'

const run = promisify(execFile)

/** The longest path that a Unix socket can have. */
const SOCKET_PATH_BYTES = 107

export interface LaunchNotes {
  info(note: string): void
  warn(note: string): void
}

export interface EmbeddedPostgresOptions {
  /** Absolute path of the folder with the cluster, its log and its socket. */
  stateDir: string
  notes: LaunchNotes
  /** For tests: nothing is synced to disk, so a power cut loses the cluster. */
  throwaway?: boolean
  /** Unix socket by default; TCP on 127.0.0.1 with a generated password where there are none. */
  transport?: 'socket' | 'tcp'
}

export interface Cluster {
  stateDir: string
  dataDir: string
  socketDir: string
  account: Account
  binaries: Binaries
  throwaway: boolean
  tcp: { port: number; password: string } | null
  notes: LaunchNotes
}

/** Determines the account, the programs and the paths; creates the folders. */
export function prepareCluster(options: EmbeddedPostgresOptions): Cluster {
  const { notes } = options
  const note = (line: string) => notes.info(line)
  const account = postgresAccount()
  const stateDir = reachableStateDir(options.stateDir, account, note)
  const binaries = binariesFor(account, stateDir, note)
  const transport = options.transport ?? (process.platform === 'win32' ? 'tcp' : 'socket')
  const socketDir = socketDirFor(stateDir)
  makePrivateDir(socketDir, account)
  return {
    stateDir,
    dataDir: path.join(stateDir, 'pgdata'),
    socketDir,
    account,
    binaries,
    throwaway: options.throwaway ?? false,
    tcp: transport === 'tcp' ? tcpSettings(stateDir) : null,
    notes,
  }
}

function socketDirFor(stateDir: string): string {
  const beside = path.join(stateDir, 'socket')
  if (Buffer.byteLength(path.join(beside, '.s.PGSQL.5432.lock')) <= SOCKET_PATH_BYTES) return beside
  const mark = crypto.createHash('sha256').update(stateDir).digest('hex').slice(0, 12)
  return path.join(os.tmpdir(), `dispecerat-${mark}`)
}

/** Chosen once and stored, so that a pool finds a restarted server again. */
function tcpSettings(stateDir: string): { port: number; password: string } {
  const file = path.join(stateDir, 'tcp.json')
  if (!fs.existsSync(file)) {
    const chosen = { port: crypto.randomInt(20_000, 32_000), password: crypto.randomBytes(24).toString('base64url') }
    fs.writeFileSync(file, JSON.stringify(chosen), { mode: 0o600 })
  }
  return JSON.parse(fs.readFileSync(file, 'utf8')) as { port: number; password: string }
}

/** Creates the cluster beside its final path and renames it, so that a kill leaves no partial cluster. */
export async function createCluster({ stateDir, dataDir, account, binaries, tcp, throwaway }: Cluster): Promise<void> {
  for (const entry of fs.readdirSync(stateDir)) {
    if (entry.startsWith('pgdata.init-')) fs.rmSync(path.join(stateDir, entry), { recursive: true, force: true })
  }
  const unfinished = path.join(stateDir, `pgdata.init-${process.pid}-${Date.now()}`)
  makePrivateDir(unfinished, account)
  const passwordFile = `${unfinished}.password`
  if (tcp) {
    fs.writeFileSync(passwordFile, tcp.password, { mode: 0o600 })
    if (account.uid !== undefined && account.gid !== undefined) fs.chownSync(passwordFile, account.uid, account.gid)
  }
  await run(
    binaries.initdb,
    [
      '-D',
      unfinished,
      '-U',
      SUPER_USER,
      '-E',
      'UTF8',
      '--no-instructions',
      // With the machine's own locale the sort order would differ between machines.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(tcp ? ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`] : ['-A', 'trust']),
      ...(throwaway ? ['--no-sync'] : []),
    ],
    { ...account, cwd: path.parse(stateDir).root, env: postgresEnvironment() },
  )
  fs.rmSync(passwordFile, { force: true })
  fs.renameSync(unfinished, dataDir)
}

export function refuseUnknownCluster({ dataDir, account }: Cluster): void {
  const owner = account.uid ?? process.getuid?.()
  const found = fs.statSync(dataDir)
  if (owner === undefined || found.uid === owner) return
  throw new Error(
    `${dataDir} was made by the account ${found.uid} and PostgreSQL would run as ${owner}; start with the account that made it, or set DATA_DIR`,
  )
}

/** PostgreSQL reads its language and time zone from the environment; these must not depend on the machine. */
export function postgresEnvironment(): NodeJS.ProcessEnv | undefined {
  return process.platform === 'win32' ? undefined : { LC_ALL: 'C', TZ: 'UTC' }
}
