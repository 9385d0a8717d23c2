import { blockPhone, listBlockedPhones } from '@dispecerat/contract/orders/company-dispatch'
import { isPhone, normalizePhone } from '@dispecerat/domain/kernel/phone'
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { ro } from '../../text/ro.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { blockedMessages as messages } from './blocked-messages.ts'

/** Duration of the toast of a block. */
const BLOCKED_MS = 1000
const LONGEST_PHONE = 40
const LONGEST_REASON = 300

type Problems = Partial<Record<'phone' | 'reason', string>>

/** Phone and reason; a missing or invalid value is marked at its field and nothing is sent. */
export function BlockPhoneForm({ phone: initialPhone = '', onBlocked }: { phone?: string; onBlocked?: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const cache = useQueryClient()
  const [phone, setPhone] = useState(initialPhone)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const mark = (found: Problems) => {
    setProblems(found)
    const first = found.phone ? 'phone' : found.reason ? 'reason' : null
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return first === null
  }
  const block = useAction((body: { phone: string; reason: string }, key) => request(blockPhone, { body }, { key }), {
    done: (_, sent) => {
      toast.good(messages.blocked, { ms: BLOCKED_MS })
      void invalidate(cache, listBlockedPhones)
      /*
       * Text typed during the request stays for the next number, and the focus moves only when it is still in the
       * form.
       */
      setPhone((typed) => (normalizePhone(typed.trim()) === sent.phone ? '' : typed))
      setReason((typed) => (typed.trim() === sent.reason ? '' : typed))
      if (form.current?.contains(document.activeElement)) {
        form.current.querySelector<HTMLElement>('[name="phone"]')?.focus()
      }
      onBlocked?.()
    },
    failed: (error) => {
      if (!(error instanceof ApiError)) return false
      mark({ phone: error.fields.phone?.[0], reason: error.fields.reason?.[0] })
      return false
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = { phone: normalizePhone(phone.trim()), reason: reason.trim() }
    if (mark(problemsOf(input))) void block.run(input)
  }
  return (
    <form ref={form} className="block-form" onSubmit={submit} noValidate aria-label={messages.block}>
      <TextInput
        name="phone"
        type="tel"
        autoComplete="off"
        label={messages.phone}
        data-autofocus={initialPhone === '' ? true : undefined}
        maxLength={LONGEST_PHONE}
        value={phone}
        error={problems.phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      <TextInput
        name="reason"
        autoComplete="off"
        label={messages.reason}
        data-autofocus={initialPhone === '' ? undefined : true}
        maxLength={LONGEST_REASON}
        value={reason}
        error={problems.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" color="red" aria-busy={block.busy} miw={140}>
        {block.busy ? ro.order.submitting : messages.block}
      </Button>
    </form>
  )
}

function problemsOf({ phone, reason }: { phone: string; reason: string }): Problems {
  const found: Problems = {}
  if (phone === '') found.phone = messages.phoneRequired
  else if (!isPhone(phone)) found.phone = messages.phoneInvalid
  if (reason === '') found.reason = messages.reasonRequired
  return found
}
