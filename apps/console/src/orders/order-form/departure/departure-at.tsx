import { MAX_LEAD_MINUTES } from '@dispecerat/domain/kernel/typed-text'
import { NumberInput } from '@mantine/core'
import { toWallTime } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { DateTimeField } from '../../../ui/fields/date-time-field.tsx'
import { serverNow } from '../../../ui/now.ts'
import type { ChangeDraft } from '../draft/draft-store.ts'
import type { Departure } from '../draft/order-draft.ts'

const messages = ro.order.when

interface Props {
  departure: Extract<Departure, { kind: 'at' }>
  error: string | undefined
  change: ChangeDraft
}

/** The day and hour of the departure, and how long before it the driver search begins. */
export function DepartureAt({ departure, error, change }: Props) {
  return (
    <>
      <DateTimeField
        label={messages.at}
        labelProps={{ className: 'inline-label' }}
        className="partner"
        value={departure.wall}
        error={error}
        minDate={toWallTime(new Date(serverNow()))}
        onChange={(wall) => wall && change({ departure: { ...departure, wall } })}
      />
      <NumberInput
        label={messages.lead}
        labelProps={{ className: 'inline-label' }}
        className="partner lead-minutes"
        placeholder={messages.leadUsual}
        min={0}
        max={MAX_LEAD_MINUTES}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={departure.leadMinutes ?? ''}
        onChange={(lead) =>
          change({ departure: { ...departure, leadMinutes: typeof lead === 'number' ? lead : null } })
        }
      />
    </>
  )
}
