import { reportClientError as endpoint } from '@dispecerat/contract/office/client-errors'
import type { CallView } from '@dispecerat/contract/telephony/calls'
import { ApiError } from '../../api/api-error.ts'
import { request as ask } from '../../api/request.ts'

/** Reports an error to the server, once; nothing waits for the request and nothing is shown. */
export function reportClientError(context: string, error: unknown, about: CallView) {
  const message = error instanceof ApiError ? `${error.status} ${error.message}` : 'unexpected'
  const body = { context, message, phone: about.phone, order_id: about.order_id ?? undefined }
  ask(endpoint, { body }).catch(() => undefined)
}
