import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { DatabaseAddress } from '../connect.ts'
import { leaveOwnership, ownerIsGone, takeOwnership } from './embedded-postgres-owner.ts'
import {
  type Cluster,
  createCluster,
  type EmbeddedPostgresOptions,
  prepareCluster,
  refuseUnknownCluster,
} from './postgres-cluster.ts'
import { launchPostmaster } from './postgres-launch.ts'
import { forgetRecycledPid, isPostmasterOf, readPidFile } from './postgres-pid-file.ts'
import { withStartLock } from './start-lock.ts'

const run = promisify(execFile)

export interface EmbeddedPostgres {
  readonly pid: number
  /** true: a running server was found and is reused. */
  readonly adopted: boolean
  readonly stateDir: string
  address(database: string): DatabaseAddress
  running(): boolean
  /** Stops the server when this process owns it: it started the server, or the process that did is dead. */
  stop(): Promise<void>
  /** Stops without waiting, for a process that is about to exit. */
  stopNow(): void
}

/** Starts PostgreSQL on the cluster in stateDir, creating it first if necessary, or adopts the one that already runs there. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = prepareCluster(options)
  return withStartLock(path.join(cluster.stateDir, 'start.lock'), async () => {
    if (!fs.existsSync(cluster.dataDir)) await createCluster(cluster)
    refuseUnknownCluster(cluster)
    const left = readPidFile(cluster.dataDir)
    if (left) forgetRecycledPid(cluster.dataDir, left)
    const { pid, adopted } = await launchPostmaster(cluster)
    if (!adopted || ownerIsGone(cluster.stateDir)) takeOwnership(cluster.stateDir)
    // A server that was started with another temporary folder has its socket there.
    const socketDir = readPidFile(cluster.dataDir)?.socketDir || cluster.socketDir
    return runningPostgres({ ...cluster, socketDir }, pid, adopted)
  })
}

function runningPostgres(cluster: Cluster, pid: number, adopted: boolean): EmbeddedPostgres {
  const { stateDir, dataDir, socketDir, account, binaries, tcp } = cluster
  const running = () => isPostmasterOf(pid, dataDir)
  const mayStop = () => running() && leaveOwnership(stateDir)
  return {
    pid,
    adopted,
    stateDir,
    running,
    address: (database) => (tcp ? { ...tcp, host: '127.0.0.1', database } : { socketDir, database }),
    stop: async () => {
      if (!mayStop()) return
      try {
        await run(binaries.pgCtl, ['stop', '-D', dataDir, '-m', 'fast', '-t', '20'], {
          ...account,
          cwd: path.parse(dataDir).root,
        })
      } catch (error) {
        if (running()) throw error
      }
    },
    stopNow: () => {
      if (mayStop()) process.kill(pid, 'SIGINT')
    },
  }
}
