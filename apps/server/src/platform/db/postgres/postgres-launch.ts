import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, postgresEnvironment } from './postgres-cluster.ts'
import { isPostmasterOf, readPidFile } from './postgres-pid-file.ts'

/** Recovery after a kill replays the WAL since the last checkpoint, which is slow on a slow disk. */
const START_SECONDS = 120
/** Time for which the remaining processes of a killed server may hold its lock and its shared memory. */
const REMAINS_SECONDS = 30
const LOG_BYTES = 5_000_000

const HELD_BY_REMAINS = /lock file "[^"\n]{1,99}" already exists|pre-existing shared memory block/

/** Resolves when the server of the cluster accepts connections: one that already ran, or a new one. */
export async function launchPostmaster(cluster: Cluster): Promise<{ pid: number; adopted: boolean }> {
  const { dataDir, notes } = cluster
  const giveUpAt = Date.now() + REMAINS_SECONDS * 1000
  for (;;) {
    const found = readPidFile(dataDir)
    if (found && isPostmasterOf(found.pid, dataDir)) {
      await untilReady(found.pid, cluster, () => isPostmasterOf(found.pid, dataDir))
      notes.info(`using the PostgreSQL that already runs (process ${found.pid})`)
      return { pid: found.pid, adopted: true }
    }
    const before = logSize(cluster)
    const child = spawnPostmaster(cluster)
    if (await untilReady(child.pid, cluster, () => child.exitCode === null && child.signalCode === null)) {
      return { pid: child.pid ?? 0, adopted: false }
    }
    const output = logSince(cluster, before)
    if (!HELD_BY_REMAINS.test(output) || Date.now() > giveUpAt) throw new Error(`PostgreSQL did not start:\n${output}`)
    await sleep(100)
  }
}

/** Detached, so that Ctrl-C reaches only the server, which drains before it stops PostgreSQL. */
function spawnPostmaster(cluster: Cluster): ChildProcess {
  const { binaries, dataDir, account } = cluster
  const log = fs.openSync(logFile(cluster), 'a')
  try {
    const child = spawn(binaries.postgres, ['-D', dataDir, ...settings(cluster)], {
      ...account,
      detached: true,
      stdio: ['ignore', log, log],
      env: postgresEnvironment(),
      cwd: path.parse(dataDir).root,
    })
    child.on('error', (error) => cluster.notes.warn(`${binaries.postgres} cannot be run: ${error.message}`))
    child.unref()
    return child
  } finally {
    fs.closeSync(log)
  }
}

function settings({ socketDir, tcp, throwaway }: Cluster): string[] {
  const set: Record<string, string | number> = {
    listen_addresses: tcp ? '127.0.0.1' : '',
    unix_socket_directories: tcp ? '' : socketDir,
    port: tcp ? tcp.port : 5432,
    max_connections: 100,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and their errors contain phone numbers and names.
    log_statement: 'none',
    log_min_duration_statement: -1,
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    ...(throwaway
      ? {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          autovacuum: 'off',
          max_wal_size: '4GB',
          // A test prepares one, as an external transaction manager might.
          max_prepared_transactions: 5,
        }
      : { fsync: 'on', synchronous_commit: 'on' }),
  }
  return Object.entries(set).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function untilReady(pid: number | undefined, { dataDir }: Cluster, alive: () => boolean): Promise<boolean> {
  const giveUpAt = Date.now() + START_SECONDS * 1000
  while (pid !== undefined && alive() && Date.now() < giveUpAt) {
    const now = readPidFile(dataDir)
    if (now?.pid === pid && now.ready) return true
    await sleep(10)
  }
  return false
}

function logFile({ stateDir }: Cluster): string {
  return path.join(stateDir, 'postgresql.log')
}

function logSize(cluster: Cluster): number {
  const file = logFile(cluster)
  const bytes = fs.existsSync(file) ? fs.statSync(file).size : 0
  if (bytes <= LOG_BYTES) return bytes
  fs.renameSync(file, `${file}.1`)
  return 0
}

function logSince(cluster: Cluster, offset: number): string {
  return fs.readFileSync(logFile(cluster)).subarray(offset).toString('utf8').slice(-800)
}
