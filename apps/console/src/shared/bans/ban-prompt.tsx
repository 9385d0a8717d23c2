import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { fromWallTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { serverNow } from '../../ui/now.ts'
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

type Problems = Partial<Record<'date' | 'reason', string>>

/** Requires the reason and, for a ban until a date, the date; a missing value is marked and nothing is sent. */
export function BanPrompt({ input, busy, onBan, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [date, setDate] = useState('')
  const [time, setTime] = useState(MIDNIGHT)
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Problems>({})

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const until = input === 'date' && date !== '' ? fromWallTime(`${date} ${withSeconds(time)}`) : null
    const found: Problems = {}
    if (input === 'date' && until === null) found.date = messages.dateRequired
    else if (until !== null && until.getTime() <= serverNow()) found.date = messages.datePast
    if (reason.trim() === '') found.reason = messages.reasonRequired
    setProblems(found)
    const first = found.date ? 'date' : found.reason ? 'reason' : null
    if (first) {
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    const length = input === 'date' ? { ban_until: until && toWireTime(until) } : input.length
    onBan({ ...length, reason: reason.trim() })
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
      <form ref={form} onSubmit={submit} className="ban-form" noValidate>
        {input === 'date' ? (
          <div className="ban-until">
            <TextInput
              type="date"
              name="date"
              data-autofocus
              label={messages.date}
              value={date}
              error={problems.date}
              onChange={(event) => setDate(event.currentTarget.value)}
            />
            <TextInput
              type="time"
              step={1}
              name="time"
              label={messages.time}
              value={time}
              onChange={(event) => setTime(event.currentTarget.value || MIDNIGHT)}
            />
          </div>
        ) : null}
        <Textarea
          name="reason"
          data-autofocus={input === 'date' ? undefined : true}
          label={messages.reason}
          autosize
          minRows={2}
          maxRows={4}
          maxLength={300}
          value={reason}
          error={problems.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
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

/** A time input omits the seconds when they are zero. */
function withSeconds(time: string): string {
  return time.length === 5 ? `${time}:00` : time
}
