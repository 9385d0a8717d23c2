import { ApiError } from './api-error.ts'

/** The server's message about the first invalid field, if it named one. */
export function fieldMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? Object.values(error.fields).flat()[0] : undefined
}
