// Apart from main.ts: tests create logs too, and main.ts starts a server when it is imported.

import { type DestinationStream, type Level, type Logger, pino } from 'pino'
import { storageTroubleOfCode } from '../db/database-trouble.ts'
import type { StorageHealth } from '../db/storage-health.ts'
import { whatWentWrong } from './log-error.ts'

const STDOUT = 1
/** Some minutes of a busy server. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024

/**
 * JSON lines on stdout. Failures of a database that cannot write are logged once, by `storage`: thousands of repeated lines would fill the
 * disk that is already full.
 */
export function createLog(level: Level | 'silent', storage: StorageHealth, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    serializers: { err: whatWentWrong },
    hooks: {
      logMethod(this: Logger, args: Parameters<Logger['info']>, method: (...args: Parameters<Logger['info']>) => void) {
        if (storage.trouble === null || !isStorageFailure(args[0])) method.apply(this, args)
      },
    },
  }
  return pino(options, destination ?? logDestination(STDOUT))
}

/** Buffers lines up to a limit for a reader that has stopped, and drops newer ones, so that no request waits for the log. */
export function logDestination(fd: number, maxWaitingBytes = MAX_WAITING_BYTES) {
  return pino.destination({ fd, sync: false, maxLength: maxWaitingBytes })
}

/** True for an error line, in any of its forms, about a database that cannot write. */
function isStorageFailure(line: unknown): boolean {
  const { err, error, reason } = (line ?? {}) as Record<string, { code?: unknown } | string | undefined>
  const codes = [err, error].map((logged) => (typeof logged === 'object' ? logged?.code : undefined))
  if (typeof reason === 'string') codes.push(reason.split(' ').at(-1))
  return codes.some((code) => typeof code === 'string' && storageTroubleOfCode(code) !== null)
}
