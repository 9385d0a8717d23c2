import { dialPhone } from '@dispecerat/contract/telephony/calls'
import type { z } from 'zod'
import { notifyError } from '../../api/notify-error.ts'
import { request as ask } from '../../api/request.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { phoneMessages } from './phone-messages.ts'
import { dialBySip, usePhone } from './phone-store.ts'

/** A typed phone number, a driver, the client of an order, or the driver of an order. */
export type Whom = z.input<typeof dialPhone.body>

/**
 * Dials a number through the telephone in the browser, which reports how the call ended when it was not answered;
 * without one, through the machine's `tel:` handler.
 */
export async function dialUp(phone: string, whom: Whom = { phone }) {
  const { status } = usePhone.getState()
  if (status !== 'registered' && status !== 'otherTab') {
    window.location.assign(`tel:${phone}`)
    return
  }
  try {
    const { data } = await ask(dialPhone, { body: whom })
    const outcome = await dialBySip(data.phone)
    if (outcome === 'busy') toast.info(phoneMessages.dial.busy)
    if (outcome === 'noAnswer') toast.info(phoneMessages.dial.noAnswer)
    if (outcome === 'refused') toast.bad(phoneMessages.dial.refused)
    if (outcome === 'noPhone') toast.bad(phoneMessages.dial.noPhone)
  } catch (error) {
    notifyError(error)
  }
}
