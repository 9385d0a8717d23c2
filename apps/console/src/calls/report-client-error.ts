import type { CallView } from '@dispecerat/contract/calls'
import { reportClientError as endpoint } from '@dispecerat/contract/client-errors'
import { ApiError } from '../api/api-error.ts'
import { request as ask } from '../api/request.ts'

/** Tells the server what went wrong here, once; nobody waits for it and nothing is shown. */
export function reportClientError(context: string, error: unknown, about: CallView) {
  const message = error instanceof ApiError ? `${error.status} ${error.message}` : 'unexpected'
  const body = { context, message, phone: about.phone, order_id: about.order_id ?? undefined }
  ask(endpoint, { body }).catch(() => undefined)
}
