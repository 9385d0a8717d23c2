import { type DestinationStream, type Level, type Logger, pino } from 'pino'
import { storageTroubleOfCode } from '../db/database-trouble.ts'
import type { StorageHealth } from '../db/storage-health.ts'
import { whatWentWrong } from './log-error.ts'

/**
 * JSON lines on stdout. What fails because the database cannot write is logged once, by `storage`: thousands of lines that
 * repeat it would fill the disk that is full.
 */
export function createLog(level: Level | 'silent', storage: StorageHealth, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    serializers: { err: whatWentWrong },
    hooks: {
      logMethod(this: Logger, args: Parameters<Logger['info']>, method: (...args: Parameters<Logger['info']>) => void) {
        if (storage.trouble === null || !saysCannotWrite(args[0])) method.apply(this, args)
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Errors are logged whole, as their facts, or as `kindOfError` names them. */
function saysCannotWrite(line: unknown): boolean {
  const { err, error, reason } = (line ?? {}) as Record<string, { code?: unknown } | string | undefined>
  const codes = [err, error].map((logged) => (typeof logged === 'object' ? logged?.code : undefined))
  if (typeof reason === 'string') codes.push(reason.split(' ').at(-1))
  return codes.some((code) => typeof code === 'string' && storageTroubleOfCode(code) !== null)
}
