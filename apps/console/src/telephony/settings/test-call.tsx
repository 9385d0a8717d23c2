import { hangUpSimulatedCall, ringSimulatedCall } from '@dispecerat/contract/telephony/calls'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { telephoneMessages } from '../../shared/settings-page/telephone-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'

const messages = telephoneMessages.test

/** Simulates a call from a test number, until it is ended here or answered. */
export function TestCall({ companyId, number }: { companyId: number; number: string | null }) {
  const id = useId()
  const [callId, setCallId] = useState<number | null>(null)
  const ring = useAction(
    (phone: string, key) => request(ringSimulatedCall, { body: { phone, company_id: companyId } }, { key }),
    { done: ({ data }) => setCallId(data.id) },
  )
  const stop = useAction((ringing: number, key) => request(hangUpSimulatedCall, { params: { id: ringing } }, { key }), {
    done: () => {
      setCallId(null)
      toast.good(messages.stopped)
    },
  })
  const why = number === null ? messages.none : undefined
  return (
    <section className="panel catalogue" aria-labelledby={id}>
      <h2 id={id}>{messages.title}</h2>
      <p className="small dim">{messages.note}</p>
      <div className="settings-head">
        {callId === null ? (
          <Button
            variant="default"
            loading={ring.busy}
            disabled={why !== undefined}
            title={why}
            aria-description={why}
            onClick={() => number !== null && void ring.run(number)}
          >
            {messages.ring}
          </Button>
        ) : (
          <Button variant="default" color="red" loading={stop.busy} onClick={() => void stop.run(callId)}>
            {messages.stop}
          </Button>
        )}
        <span role="status">{callId === null ? '' : messages.ringing}</span>
      </div>
    </section>
  )
}
