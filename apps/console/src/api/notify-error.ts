import { ro } from '../text/ro.ts'
import { toast } from '../ui/dialogs/toast.ts'
import { ApiError } from './api-error.ts'

/**
 * Central handler for errors that no component handles: each field message is a toast of its own; a missing reply is
 * reported once.
 */
export function notifyError(error: unknown): void {
  if (!(error instanceof ApiError)) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    console.error(error)
    toast.bad(ro.failures.unexpected)
    return
  }
  if (error.status === 401) return
  if (error.isSilence) {
    toast.bad(ro.failures.network)
    return
  }
  const messages = Object.values(error.fieldMessages).flat()
  for (const message of messages.length > 0 ? messages : [error.message]) toast.bad(message)
}
