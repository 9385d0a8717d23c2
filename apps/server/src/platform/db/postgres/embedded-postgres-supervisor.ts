import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseAddress } from '../connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgresOptions } from './postgres-cluster.ts'

const POLL_INTERVAL_MS = 200
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 30_000
/** A server that ran this long counts as healthy: its next crash is restarted without delay. */
const HEALTHY_MS = 60_000

export interface SupervisedPostgres {
  address(database: string): DatabaseAddress
  stop(): Promise<void>
  stopNow(): void
}

/** Starts the embedded PostgreSQL and restarts it whenever it dies, until it is stopped. */
export async function superviseEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<SupervisedPostgres> {
  let postgres: EmbeddedPostgres = await startEmbeddedPostgres(options)
  const stopping = new AbortController()

  const watching = watch(options, postgres, stopping.signal, (next) => {
    postgres = next
  })
  return {
    address: (database) => postgres.address(database),
    stop: async () => {
      stopping.abort()
      await watching
      await postgres.stop()
    },
    stopNow: () => {
      stopping.abort()
      postgres.stopNow()
    },
  }
}

async function watch(
  options: EmbeddedPostgresOptions,
  first: EmbeddedPostgres,
  stopping: AbortSignal,
  restarted: (postgres: EmbeddedPostgres) => void,
): Promise<void> {
  let postgres = first
  let startedAt = performance.now()
  let pauseMs = FIRST_PAUSE_MS
  while (!stopping.aborted) {
    await pause(POLL_INTERVAL_MS, stopping)
    if (stopping.aborted || postgres.running()) continue
    if (performance.now() - startedAt > HEALTHY_MS) pauseMs = FIRST_PAUSE_MS
    options.notes.warn(`PostgreSQL (process ${postgres.pid}) is gone; starting it again in ${pauseMs} ms`)
    await pause(pauseMs, stopping)
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    if (stopping.aborted) break
    try {
      postgres = await startEmbeddedPostgres(options)
      startedAt = performance.now()
      restarted(postgres)
      options.notes.info(`PostgreSQL runs again (process ${postgres.pid})`)
    } catch (error) {
      options.notes.warn(`PostgreSQL did not start again: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

async function pause(milliseconds: number, stopping: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal: stopping, ref: false }).catch(() => undefined)
}
