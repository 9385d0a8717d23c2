import { DomainError, type DomainErrorCode } from '@dispecerat/domain/kernel/errors'
import { kindOfError } from './kind-of-error.ts'
import { runEvery } from './run-every.ts'
import type { Server } from './server.ts'

/*
 * Work in portions whose row stores the progress (decision 20): the request that began it works through it, a job continues it when its
 * process ended.
 */

/** The reason why a run ended early, as stored in its row. */
export interface Refusal {
  code: DomainErrorCode
  facts: Record<string, string | number | boolean | null>
}

interface InTime {
  /** The error code when the request times out. */
  running: DomainErrorCode
  /** The log message when the work fails after that. */
  failed: string
  timeoutMs?: number | undefined
}

interface Abandoned {
  /** Claims the runs without a portion since `before`, each for one process. */
  claim: (before: Date, now: Date) => Promise<number[]>
  advance: (id: number) => Promise<unknown>
  failed: string
}

/** Consoles abort a request after 20 s. */
const TIMEOUT_MS = 15_000
const POLL_INTERVAL_MS = 15_000
/** A portion takes well below a second: after this long without one the process of a run has ended. */
const ABANDONED_AFTER_MS = 30_000

/** The result of a run. On timeout the request fails with `running` while the run continues; if it fails then, a job continues it. */
export async function answerInTime<T>(
  { log }: Pick<Server, 'log'>,
  work: Promise<T>,
  { running, failed, timeoutMs = TIMEOUT_MS }: InTime,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      work.catch((error: unknown) => logBreak(log, error, failed))
      reject(new DomainError(running))
    }, timeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * The domain error that refused a portion. Any other error is rethrown, also a commit whose reply was lost: the row shows whether it was
 * made.
 */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof DomainError) || error.code === 'request.outcome_unknown') throw error
  return { code: error.code, facts: error.facts }
}

/** Continues runs whose process ended, also those of other nodes. */
export function startRuns(server: Server, { run, failed }: { run: () => Promise<void>; failed: string }) {
  return runEvery(server, { everyMs: POLL_INTERVAL_MS, run, failed, isAtOnce: true })
}

/** A run that fails is retried later and delays no other. */
export async function continueAbandoned(
  { clock, log }: Pick<Server, 'clock' | 'log'>,
  { claim, advance, failed }: Abandoned,
): Promise<void> {
  const now = clock.now()
  for (const id of await claim(new Date(now.getTime() - ABANDONED_AFTER_MS), now)) {
    await advance(id).catch((error: unknown) => logBreak(log, error, failed))
  }
}

/** A refusal is stored in the row of the run. */
function logBreak(log: Server['log'], error: unknown, failed: string): void {
  if (!(error instanceof DomainError)) log.warn({ reason: kindOfError(error) }, failed)
}
