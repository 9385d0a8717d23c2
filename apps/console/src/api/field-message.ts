import { ApiError } from './api-error.ts'

/** What the server said of the first field that is wrong, if it named one. */
export function fieldMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? Object.values(error.fields).flat()[0] : undefined
}
