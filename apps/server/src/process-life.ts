import type { Logger } from 'pino'

/** Something this process holds and must let go of before it ends. */
export interface Belonging {
  name: string
  stop(): Promise<void>
  /** Lets go without waiting, for a process that ends at once. */
  stopNow?(): void
}

/** Let go of in reverse order: what came last leans on what came first. */
export interface Disposables {
  add(belonging: Belonging): void
  /** Aborted when the process is told to stop: a start that waits gives up. */
  stopping: AbortSignal
}

/** A start that is still under way when the process is told to stop may finish its step. */
const START_GRACE_MS = 15_000

/**
 * Starts, then lives until SIGTERM or SIGINT, lets go of everything and exits with 0. A second signal, an uncaught
 * error or a failed start ends the process at once or with 1, without leaving a database server behind.
 */
export async function liveUntilStopped(
  log: Logger,
  start: (disposables: Disposables) => Promise<void>,
  whyNot: (error: unknown) => string,
): Promise<void> {
  const held: Belonging[] = []
  let stopping = false
  const toldToStop = new AbortController()

  const stopNow = (code: number): never => {
    for (const belonging of held.toReversed()) belonging.stopNow?.()
    process.exit(code)
  }
  const letGo = async (code: number): Promise<never> => {
    for (const belonging of held.toReversed()) {
      await belonging.stop().catch((error) => log.error({ err: error }, `${belonging.name} did not stop cleanly`))
    }
    process.exit(code)
  }
  const onSignal = (signal: string) => {
    if (stopping) stopNow(1)
    stopping = true
    toldToStop.abort()
    log.info(`${signal}: stopping`)
    void Promise.race([starting.catch(() => undefined), milliseconds(START_GRACE_MS)]).then(() => letGo(0))
  }
  const onBug = (error: unknown) => {
    // Not log.fatal: it flushes, and on a pipe whose reader is gone the flush waits for ever.
    log.error({ err: error }, 'an error nobody caught')
    stopNow(1)
  }
  // A closed terminal or a dead log reader is no reason to stop serving.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('uncaughtException', onBug)
  process.on('unhandledRejection', onBug)

  const starting = start({ add: (belonging) => held.push(belonging), stopping: toldToStop.signal })
  try {
    await starting
  } catch (error) {
    if (stopping) return
    stopping = true
    log.error({ err: error }, 'the start failed')
    console.error(whyNot(error))
    await letGo(1)
  }
}

function milliseconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count).unref())
}
