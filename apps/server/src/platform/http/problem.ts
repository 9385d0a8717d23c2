import { INTERNAL_ERROR, INVALID_DATA, PROBLEMS } from '@dispecerat/contract/kernel/problems'
import { QuotaExceeded, quotaMessage } from '@dispecerat/domain/identity/quota'
import { DomainError, type DomainErrorCode, FieldErrors } from '@dispecerat/domain/kernel/errors'
import { databaseTrouble } from '../db/database-trouble.ts'

/** The client exceeded a rate limit; sent as 429. */
export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('too many requests')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The path does not exist; sent as 404. */
export class UnknownAddress extends Error {}

/** The server is temporarily overloaded; sent as 503. */
export class Overloaded extends Error {}

export interface ProblemAnswer {
  status: number
  body: { message: string } & Record<string, unknown>
  retryAfterSeconds?: number
  /** True for errors that only a programmer or an operator can fix. */
  isOurFault: boolean
}

const MIB = 1024 * 1024
const NOT_FOUND = 'Adresa cerută nu există'
const CANNOT_SAVE = 'Nu se poate salva acum: baza de date nu poate scrie'
const DATABASE_SILENT = 'Baza de date nu răspunde'

/** Domain errors about one field are shown at that field too. */
const FIELD_AT_FAULT: Partial<Record<DomainErrorCode, string>> = {
  'account.bad_credentials': 'email',
  'account.code_wrong': 'code',
  'service.unknown': 'service_id',
  'order.phone_blocked': 'phone',
}

const FASTIFY_PROBLEMS: Record<string, { status: number; message: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, message: 'Se acceptă doar application/json' },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 422, message: 'Cererea nu este JSON valid' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 422, message: 'Lungimea declarată a cererii este greșită' },
  FST_ERR_BAD_URL: { status: 404, message: NOT_FOUND },
  FST_ERR_MAX_PARAM_LENGTH: { status: 404, message: NOT_FOUND },
  FST_ERR_NOT_FOUND: { status: 404, message: NOT_FOUND },
}

/** Maps any error to the client's problem reply. No text of the database or the runtime gets through. */
export function problemAnswer(error: unknown, maxBodyBytes = MIB): ProblemAnswer {
  if (error instanceof FieldErrors) return theirs(422, { message: INVALID_DATA, errors: error.fields })
  if (error instanceof DomainError) return domainErrorAnswer(error)
  if (error instanceof QuotaExceeded) return quotaExceededAnswer(error)
  if (error instanceof TooManyRequests) {
    const { retryAfterSeconds } = error
    return {
      ...theirs(429, { message: `Prea multe încercări; reveniți peste ${retryAfterSeconds} s` }),
      retryAfterSeconds,
    }
  }
  if (error instanceof Overloaded) {
    return { ...theirs(503, { message: 'Serverul este ocupat; încercați din nou' }), retryAfterSeconds: 1 }
  }
  if (error instanceof UnknownAddress) return theirs(404, { message: NOT_FOUND })
  const code = (error as { code?: string } | null)?.code ?? ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return theirs(413, { message: `Cererea depășește ${Math.floor(maxBodyBytes / MIB)} MiB` })
  }
  const known = FASTIFY_PROBLEMS[code]
  if (known) return theirs(known.status, { message: known.message })
  if (isUnreadableJson(error)) return theirs(422, { message: 'Cererea nu este JSON valid' })
  return isRefusedFile(error) ? theirs(404, { message: NOT_FOUND }) : fromDatabase(error)
}

/** True for the file server's errors about paths that leave its folder or contain a NUL. */
function isRefusedFile(error: unknown): boolean {
  const name = error instanceof Error ? error.name : ''
  return name === 'ForbiddenError' || name === 'BadRequestError' || name === 'NotFoundError'
}

function fromDatabase(error: unknown): ProblemAnswer {
  const trouble = databaseTrouble(error)
  if (trouble === 'not_storable') return theirs(422, { message: INVALID_DATA })
  if (trouble === 'not_writable') {
    return { status: 503, body: { message: CANNOT_SAVE }, retryAfterSeconds: 10, isOurFault: true }
  }
  if (trouble === 'unreachable') {
    return { status: 503, body: { message: DATABASE_SILENT }, retryAfterSeconds: 1, isOurFault: true }
  }
  return { status: 500, body: { message: INTERNAL_ERROR }, isOurFault: true }
}

function domainErrorAnswer(error: DomainError): ProblemAnswer {
  const { status, message } = PROBLEMS[error.code]
  const field = FIELD_AT_FAULT[error.code]
  const errors = field ? { errors: { [field]: [message] } } : {}
  return theirs(status, { ...error.facts, message, code: error.code, ...errors })
}

/** Sends no Retry-After: the quota resets at midnight, and a client that waits until then would seem to hang. */
function quotaExceededAnswer({ quota, wanted }: QuotaExceeded): ProblemAnswer {
  return theirs(429, { message: quotaMessage(quota, wanted), code: 'quota.exceeded', ...quota })
}

function isUnreadableJson(error: unknown): boolean {
  return error instanceof SyntaxError && (error as { statusCode?: number }).statusCode === 400
}

function theirs(status: number, body: ProblemAnswer['body']): ProblemAnswer {
  return { status, body, isOurFault: false }
}
