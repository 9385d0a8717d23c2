import { blockPhone, listBlockedPhones } from '@dispecerat/contract/orders/company-dispatch'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { blockedMessages as messages } from './blocked-messages.ts'

/** Duration of the toast of a block. */
const BLOCKED_MS = 1000
const LONGEST_PHONE = 40
const LONGEST_REASON = 300

interface Input {
  phone: string
  reason: string
}

/** Phone and reason; a missing or invalid value is marked at its field and nothing is sent. */
export function BlockPhoneForm({ phone: initialPhone = '', onBlocked }: { phone?: string; onBlocked?: () => void }) {
  const inputs = useRef<HTMLFormElement>(null)
  const cache = useQueryClient()
  const form = useForm({
    initial: { phone: initialPhone, reason: '' },
    check: (typed) => problemsOf(inputOf(typed)),
    save: (typed, key) => request(blockPhone, { body: inputOf(typed) }, { key }),
    hasToasts: true,
    done: (_, typed) => {
      toast.good(messages.blocked, { ms: BLOCKED_MS })
      void invalidate(cache, listBlockedPhones)
      /*
       * Text typed during the request stays for the next number, and the focus moves only when it is still in the
       * form.
       */
      const [now, sent] = [inputOf(form.getValues()), inputOf(typed)]
      if (now.phone === sent.phone) form.set('phone', '')
      if (now.reason === sent.reason) form.set('reason', '')
      if (inputs.current?.contains(document.activeElement)) {
        inputs.current.querySelector<HTMLElement>('[name="phone"]')?.focus()
      }
      onBlocked?.()
    },
  })
  return (
    <form ref={inputs} className="block-form" onSubmit={form.submit} noValidate aria-label={messages.block}>
      <TextInput
        name="phone"
        type="tel"
        autoComplete="off"
        label={messages.phone}
        data-autofocus={initialPhone === '' ? true : undefined}
        maxLength={LONGEST_PHONE}
        {...form.bind('phone')}
      />
      <TextInput
        name="reason"
        autoComplete="off"
        label={messages.reason}
        data-autofocus={initialPhone === '' ? undefined : true}
        maxLength={LONGEST_REASON}
        {...form.bind('reason')}
      />
      <Button type="submit" size="xs" color="red" aria-busy={form.busy} miw={140}>
        {form.busy ? ro.order.submitting : messages.block}
      </Button>
    </form>
  )
}

function inputOf({ phone, reason }: Input): Input {
  return { phone: normalizePhone(phone.trim()), reason: reason.trim() }
}

function problemsOf({ phone, reason }: Input): Partial<Input> {
  const found: Partial<Input> = {}
  if (phone === '') found.phone = messages.phoneRequired
  else if (!isPhone(phone)) found.phone = messages.phoneInvalid
  if (reason === '') found.reason = messages.reasonRequired
  return found
}
