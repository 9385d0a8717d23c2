import { hoursText, weekdayName } from '@dispecerat/domain/dispatch/interval-labels'
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { onDemand } from '../../ui/later.ts'
import { builderMessages as messages } from './builder-messages.ts'
import type { IntervalFields } from './rules-draft.ts'
import { wholeTime } from './whole-time.ts'

/** The calendar is large and special days are rare, so it is loaded on demand. */
const DateField = onDemand(() => import('../../ui/fields/date-field.tsx').then((m) => m.DateField))

const EVERY_DAY = 'every'
const DAYS = [
  { value: EVERY_DAY, label: messages.everyDay },
  ...[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: capital(weekdayName(day)) })),
]

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** A weekday or a date, and the hours in Bucharest wall time, to the second. */
export function WhenFields({
  fields,
  errors,
  change,
}: {
  fields: IntervalFields
  errors: Readonly<Record<string, string>>
  change: (fields: Partial<IntervalFields>) => void
}) {
  const { type, timeFrom, timeTo } = fields
  const isReadable = !errors['value.time_from'] && !errors['value.time_to']
  const isOverMidnight = isReadable && timeFrom > timeTo
  return (
    <div className="when-rule">
      <div>
        <span className="field-label" id="kind-label">
          {messages.kind}
        </span>
        <SegmentedControl
          aria-labelledby="kind-label"
          value={type}
          onChange={(kind) =>
            change(kind === 'custom' ? { type: 'custom', selectedDay: null } : { type: 'weekdays', customDay: null })
          }
          data={[
            { value: 'weekdays', label: messages.kinds.weekdays },
            { value: 'custom', label: messages.kinds.custom },
          ]}
        />
      </div>
      <div className="when-row">
        {type === 'weekdays' ? (
          <Select
            label={messages.day}
            data={DAYS}
            allowDeselect={false}
            value={fields.selectedDay === null ? EVERY_DAY : String(fields.selectedDay)}
            error={errors['value.selected_day']}
            onChange={(day) => change({ selectedDay: day === null || day === EVERY_DAY ? null : Number(day) })}
          />
        ) : (
          <Suspense fallback={<span />}>
            <DateField
              size="xs"
              label={messages.date}
              value={fields.customDay}
              error={errors['value.custom_day']}
              onChange={(day) => change({ customDay: day })}
            />
          </Suspense>
        )}
        <TimeField
          label={messages.from}
          value={timeFrom}
          error={errors['value.time_from']}
          onChange={(time) => change({ timeFrom: time })}
        />
        <TimeField
          label={messages.to}
          value={timeTo}
          error={errors['value.time_to']}
          isEnd
          onChange={(time) => change({ timeTo: time })}
        />
        <Button
          size="compact-sm"
          variant="default"
          className="all-day"
          onClick={() => change({ timeFrom: '00:00:00', timeTo: '23:59:59' })}
        >
          {messages.allDay}
        </Button>
      </div>
      {isOverMidnight ? (
        <p className="small dim">{messages.overMidnight(hoursText({ timeFrom, timeTo }).split('–')[1] ?? timeTo)}</p>
      ) : null}
    </div>
  )
}

function TimeField({
  label,
  value,
  error,
  isEnd = false,
  onChange,
}: {
  label: string
  value: string
  error: string | undefined
  isEnd?: boolean
  onChange: (time: string) => void
}) {
  return (
    <TextInput
      label={label}
      className="time-field"
      placeholder="HH:mm:ss"
      maxLength={8}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onChange(wholeTime(value, isEnd))}
    />
  )
}
