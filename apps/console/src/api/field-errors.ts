import { ApiError } from './api-error.ts'

/** Field (dotted path of the request's body) → text. */
export type FieldErrors = Readonly<Record<string, string>>

/** The server's errors by field; empty unless it refused fields. Forms with state of their own read them here, all others are a `useForm`. */
export function fieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(Object.entries(error.fieldMessages).map(([field, messages]) => [field, messages.join(' ')]))
}

/** The server's message about the first invalid field, if it named one. */
export function fieldMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? Object.values(error.fieldMessages).flat()[0] : undefined
}
