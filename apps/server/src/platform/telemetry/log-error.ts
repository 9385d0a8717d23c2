import { databaseErrorFacts } from '../db/database-trouble.ts'

/**
 * The loggable facts of an error. PostgreSQL's messages and details quote row values, which may be a client's phone or name; the code, the
 * constraint and our own stack are enough to find the cause.
 */
export function whatWentWrong(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const ofDatabase = databaseErrorFacts(error)
  if (ofDatabase) return { ...ofDatabase, stack: framesOf(error) }
  const ofShape = wrongFields(error)
  if (ofShape) return { name: error.name, issues: ofShape, stack: framesOf(error) }
  const { code } = error as NodeJS.ErrnoException
  const cause = error.cause === undefined ? {} : { cause: causeOf(error.cause) }
  // The message quotes the JSON that cannot be parsed.
  const message = error instanceof SyntaxError ? undefined : error.message
  return { name: error.name, message, code, stack: framesOf(error), ...cause }
}

function causeOf(cause: unknown): unknown {
  return wrongFields(cause) ?? whatWentWrong(cause)
}

/** The names of the fields that a zod error is about, without their values; null for any other error. */
function wrongFields(error: unknown): string[] | null {
  const { issues } = (error ?? {}) as { issues?: { path: PropertyKey[]; code: string }[] }
  if (!Array.isArray(issues)) return null
  return issues.slice(0, 20).map(({ path, code }) => `${path.map(String).join('.')}: ${code}`)
}

function framesOf(error: Error): string[] {
  const lines = (error.stack ?? '').split('\n').map((line) => line.trim())
  return lines.filter((line) => line.startsWith('at ')).slice(0, 12)
}
