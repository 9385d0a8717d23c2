import {
  closeIncident,
  type IncidentDetails,
  listIncidents,
  noteIncident,
  readIncident,
  reopenIncident,
  takeIncident,
} from '@dispecerat/contract/office/incidents'
import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { incidentMessages as messages } from './incident-messages.ts'

const STEPS = { take: takeIncident, note: noteIncident, close: closeIncident, reopen: reopenIncident } as const

/** The note is sent with the next action; closing and noting require one. */
export function IncidentActions({ incident: { id, status } }: { incident: IncidentDetails }) {
  const cache = useQueryClient()
  const [note, setNote] = useState('')
  const again = () => void invalidate(cache, listIncidents, readIncident)
  const work = useAction(
    ({ step, text }: { step: keyof typeof STEPS; text: string }, key) =>
      request(STEPS[step], { params: { id }, body: { note: text } }, { key }),
    {
      done: (_, { step, text }) => {
        /* Keeps text typed during the request. */
        setNote((now) => (now.trim() === text ? '' : now))
        if (step === 'take') toast.good(messages.taken)
        if (step === 'close') toast.good(messages.closedToast)
        again()
      },
      failed: () => {
        again()
        return false
      },
    },
  )
  const text = note.trim()
  const run = (step: keyof typeof STEPS) => void work.run({ step, text })
  const needing = (because: string) =>
    text === ''
      ? ({ 'data-disabled': true, 'aria-disabled': true, title: because, 'aria-description': because } as const)
      : {}
  return (
    <>
      <Textarea
        label={messages.note}
        placeholder={messages.notePlaceholder}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className="incident-buttons">
        {status === 'open' ? (
          <Button size="compact-sm" aria-busy={work.busy} onClick={() => run('take')}>
            {messages.take}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          variant="default"
          {...needing(messages.emptyNote)}
          onClick={() => text !== '' && run('note')}
        >
          {messages.addNote}
        </Button>
        {status === 'closed' ? (
          <Button size="compact-sm" variant="default" onClick={() => run('reopen')}>
            {messages.reopen}
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            {...needing(messages.needsNote)}
            onClick={() => text !== '' && run('close')}
          >
            {messages.close}
          </Button>
        )}
      </div>
    </>
  )
}
