import { Radio } from '@mantine/core'
import { ro } from '../../../text/ro.ts'
import type { ChangeDraft } from '../draft/draft-store.ts'
import { type Departure, PICKUP_IN_MINUTES } from '../draft/order-draft.ts'
import { CustomDeparture, choiceOf, departureOf } from './custom-departure.tsx'

const messages = ro.order.when

interface Props {
  departure: Departure
  error: string | undefined
  change: ChangeDraft
}

/** Departure in the older form: the minutes until the courier arrives. */
export function PickupMinutes({ departure, error, change }: Props) {
  return (
    <div className="when">
      <Radio.Group
        label={ro.order.form.pickupIn}
        labelProps={{ className: 'field-label' }}
        className="pickup-minutes"
        value={choiceOf(departure)}
        onChange={(choice) => change({ departure: departureOf(choice) })}
      >
        <Radio value="now" label={messages.now} />
        {PICKUP_IN_MINUTES.map((n) => (
          <Radio key={n} value={String(n)} label={messages.inMinutes(n)} />
        ))}
        <Radio value="at" label={messages.custom} />
      </Radio.Group>
      <CustomDeparture departure={departure} error={error} change={change} />
    </div>
  )
}
