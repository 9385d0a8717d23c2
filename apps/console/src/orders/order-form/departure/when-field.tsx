import { SegmentedControl } from '@mantine/core'
import { ro } from '../../../text/ro.ts'
import type { ChangeDraft } from '../draft/draft-store.ts'
import { type Departure, PICKUP_IN_MINUTES } from '../draft/order-draft.ts'
import { CustomDeparture, choiceOf, departureOf } from './custom-departure.tsx'

const messages = ro.order.when

interface Props {
  label?: string
  departure: Departure
  error: string | undefined
  change: ChangeDraft
}

/** 'Acum' and minutes follow the clock; a chosen hour stays until the user returns to now. */
export function WhenField({ label = messages.label, departure, error, change }: Props) {
  return (
    <div className="when">
      <span className="field-label" id="when-label">
        {label}
      </span>
      <SegmentedControl
        aria-labelledby="when-label"
        value={choiceOf(departure)}
        onChange={(choice) => change({ departure: departureOf(choice) })}
        data={[
          { value: 'now', label: messages.now },
          ...PICKUP_IN_MINUTES.map((n) => ({ value: String(n), label: messages.inMinutes(n) })),
          { value: 'at', label: messages.custom },
        ]}
      />
      <CustomDeparture departure={departure} error={error} change={change} />
    </div>
  )
}
