import { hangUpSimulatedCall, ringSimulatedCall } from '@dispecerat/contract/calls'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { request } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { telephoneWords } from '../../text/telephone-words.ts'
import { toast } from '../../ui/toast.ts'

const words = telephoneWords.test

/** Rings the room from a test number, until it is ended here or somebody takes it. */
export function TestCall({ companyId, number }: { companyId: number; number: string | null }) {
  const id = useId()
  const [callId, setCallId] = useState<number | null>(null)
  const ring = useAction(
    (phone: string, key) => request(ringSimulatedCall, { body: { phone, company_id: companyId } }, { key }),
    { done: ({ data }) => setCallId(data.id) },
  )
  const stop = useAction((asked: number, key) => request(hangUpSimulatedCall, { params: { id: asked } }, { key }), {
    done: () => {
      setCallId(null)
      toast.good(words.stopped)
    },
  })
  const why = number === null ? words.none : undefined
  return (
    <section className="panel catalogue" aria-labelledby={id}>
      <h2 id={id}>{words.title}</h2>
      <p className="small dim">{words.note}</p>
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
            {words.ring}
          </Button>
        ) : (
          <Button variant="default" color="red" loading={stop.busy} onClick={() => void stop.run(callId)}>
            {words.stop}
          </Button>
        )}
        <span role="status">{callId === null ? '' : words.ringing}</span>
      </div>
    </section>
  )
}
