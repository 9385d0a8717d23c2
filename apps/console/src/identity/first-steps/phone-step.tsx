import { readCallers } from '@dispecerat/contract/demo/pretend-callers'
import { ringSimulatedCall } from '@dispecerat/contract/telephony/calls'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { usePhone } from '../../shared/telephone/phone-store.ts'
import { firstStepsMessages } from '../first-steps-messages.ts'
import type { StepProps } from './step-props.ts'

const messages = firstStepsMessages.phone

/** Simulates a call from a test number; answering it proves that the line works. */
export function PhoneStep({ companyId, isDone }: StepProps) {
  const status = usePhone((s) => s.status)
  const [isRinging, setRinging] = useState(false)
  const { data } = useEndpointQuery(readCallers, { query: { company_id: String(companyId) } })
  const number = data?.data.numbers.test[0]
  const ring = useAction(
    (phone: string, key) => request(ringSimulatedCall, { body: { phone, company_id: companyId } }, { key }),
    { done: () => setRinging(true) },
  )
  return (
    <>
      <p className="dim">{messages.hint}</p>
      <p role="status">{isDone ? messages.done : isRinging ? messages.ringing : messages.status[status]}</p>
      {data && number === undefined ? <p className="dim">{messages.noNumber}</p> : null}
      <div className="first-step-acts">
        <Button
          size="compact-md"
          variant={isDone ? 'default' : 'filled'}
          disabled={number === undefined || ring.busy}
          onClick={() => number !== undefined && void ring.run(number)}
        >
          {messages.ring}
        </Button>
      </div>
    </>
  )
}
