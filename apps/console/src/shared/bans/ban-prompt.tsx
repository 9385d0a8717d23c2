import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { fromWallTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { serverNow } from '../../ui/now.ts'
import { type Form, useForm } from '../form/use-form.ts'
import type { BanBody, BanInput } from './ban-control.tsx'
import { banMessages } from './ban-messages.ts'

const messages = banMessages
const MIDNIGHT = '00:00:00'

interface Props {
  input: BanInput
  busy: boolean
  onBan: (body: BanBody) => void
  onClose: () => void
}

interface Typed {
  date: string
  time: string
  reason: string
}

/** Requires the reason and, for a ban until a date, the date; a missing value is marked and nothing is sent. */
export function BanPrompt({ input, busy, onBan, onClose }: Props) {
  const form = useForm({
    initial: { date: '', time: MIDNIGHT, reason: '' },
    check: (typed) => problemsOf(typed, input),
    save: async ({ reason, ...until }) => {
      const moment = momentOf(until)
      const length = input === 'date' ? { ban_until: moment && toWireTime(moment) } : input.length
      onBan({ ...length, reason: reason.trim() })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) form.submit()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={messages.promptTitle}
      centered
      size="sm"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <form onSubmit={submit} className="ban-form" noValidate>
        {input === 'date' ? <Until form={form} /> : null}
        <Textarea
          data-autofocus={input === 'date' ? undefined : true}
          label={messages.reason}
          autosize
          minRows={2}
          maxRows={4}
          maxLength={300}
          {...form.bind('reason')}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey) submit(event)
          }}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages.no}
          </Button>
          <Button type="submit" color="red" aria-busy={busy}>
            {busy ? ro.order.submitting : messages.yes}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

/** The end of a ban until a date. */
function Until({ form }: { form: Form<Typed> }) {
  return (
    <div className="ban-until">
      <TextInput type="date" data-autofocus label={messages.date} {...form.bind('date')} />
      <TextInput
        {...form.bind('time')}
        type="time"
        step={1}
        label={messages.time}
        onChange={(event) => form.set('time', event.currentTarget.value || MIDNIGHT)}
      />
    </div>
  )
}

function problemsOf({ reason, ...until }: Typed, input: BanInput): Partial<Typed> {
  const problems: Partial<Typed> = {}
  const moment = input === 'date' ? momentOf(until) : null
  if (input === 'date' && moment === null) problems.date = messages.dateRequired
  else if (moment !== null && moment.getTime() <= serverNow()) problems.date = messages.datePast
  if (reason.trim() === '') problems.reason = messages.reasonRequired
  return problems
}

function momentOf({ date, time }: Pick<Typed, 'date' | 'time'>): Date | null {
  return date === '' ? null : fromWallTime(`${date} ${withSeconds(time)}`)
}

/** A time input omits the seconds when they are zero. */
function withSeconds(time: string): string {
  return time.length === 5 ? `${time}:00` : time
}
