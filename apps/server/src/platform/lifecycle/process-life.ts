import type { Logger } from 'pino'

/** A resource of this process that must be released before it ends. */
export interface Belonging {
  name: string
  stop(): Promise<void>
  /** Releases without waiting, for a process that ends at once. */
  stopNow?(): void
}

/** Released in reverse order, because later resources depend on earlier ones. */
export interface Disposables {
  add(belonging: Belonging): void
  /** Aborted when the process receives SIGTERM or SIGINT, so that a waiting start gives up. */
  stopping: AbortSignal
}

/** Time for which a start in progress may continue after SIGTERM or SIGINT. */
const START_GRACE_MS = 15_000

/**
 * Starts, then runs until SIGTERM or SIGINT, releases everything and exits with 0. A second signal, an uncaught error or a failed start
 * ends the process at once or with 1, without leaving a database server behind.
 */
export async function liveUntilStopped(
  log: Logger,
  start: (disposables: Disposables) => Promise<void>,
  whyNot: (error: unknown) => string,
): Promise<void> {
  const held: Belonging[] = []
  let stopping = false
  const stopController = new AbortController()

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
    stopController.abort()
    log.info(`${signal}: stopping`)
    void Promise.race([starting.catch(() => undefined), milliseconds(START_GRACE_MS)]).then(() => letGo(0))
  }
  const onBug = (error: unknown) => {
    // Not log.fatal: it flushes, and on a pipe whose reader is gone the flush blocks for ever.
    log.error({ err: error }, 'an error nobody caught')
    stopNow(1)
  }
  // A closed terminal or log reader must not stop the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('uncaughtException', onBug)
  process.on('unhandledRejection', onBug)

  const starting = start({ add: (belonging) => held.push(belonging), stopping: stopController.signal })
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
