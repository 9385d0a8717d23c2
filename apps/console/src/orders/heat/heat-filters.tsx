import { Button, NativeSelect, Slider, Switch } from '@mantine/core'
import type { HeatParams } from '../../routes/params/heat-params.ts'
import { useMyCompanies } from '../../shared/companies/use-my-companies.ts'
import { heatMessages as messages } from '../../shared/reports/heat-messages.ts'
import { toWallTime } from '../../text/format.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { serverNow } from '../../ui/now.ts'

export const PERIODS = [7, 30, 90, 365] as const
export type DaysOf = { from: string; to: string }
type Set = (change: { [K in keyof HeatParams]?: HeatParams[K] | undefined }) => void

const DAY_MS = 86_400_000
const WEEK = [1, 2, 3, 4, 5, 6, 7] as const
const EVENING = 18
const MARKS = [0, 6, 12, 18, 23].map((value) => ({ value, label: `${value}` }))

/**
 * The given number of days up to today in Bucharest. Calendar dates are computed at noon UTC, so that daylight-saving
 * changes have no effect.
 */
export function lastDays(days: number): DaysOf {
  const to = toWallTime(new Date(serverNow())).slice(0, 10)
  const from = new Date(Date.parse(`${to}T12:00:00Z`) - (days - 1) * DAY_MS).toISOString().slice(0, 10)
  return { from, to }
}

export function HeatFilters({ find, days, onSet }: { find: HeatParams; days: DaysOf; onSet: Set }) {
  return (
    <div className="book-filters no-print">
      <div className="report-presets">
        {PERIODS.map((period) => {
          const wanted = lastDays(period)
          const isChosen = wanted.from === days.from && wanted.to === days.to
          return (
            <Button
              key={period}
              size="compact-sm"
              variant={isChosen ? 'filled' : 'default'}
              aria-pressed={isChosen}
              onClick={() => onSet(wanted)}
            >
              {messages.periods[period]}
            </Button>
          )
        })}
      </div>
      <DateField label={messages.from} value={days.from} onChange={(from) => onSet({ from: from ?? undefined })} />
      <DateField label={messages.to} value={days.to} onChange={(to) => onSet({ to: to ?? undefined })} />
      <NativeSelect
        label={messages.weekday}
        value={find.weekday ?? ''}
        data={[
          { value: '', label: messages.everyDay },
          ...WEEK.map((day) => ({ value: String(day), label: messages.weekdays[day - 1] ?? '' })),
        ]}
        onChange={(event) => onSet({ weekday: Number(event.currentTarget.value) || undefined })}
      />
      <CompanyFilter chosen={find.company} onSet={onSet} />
      <Switch
        className="heat-switch"
        label={messages.asTable}
        checked={find.as === 'table'}
        onChange={(event) => onSet({ as: event.currentTarget.checked ? 'table' : undefined })}
      />
    </div>
  )
}

function CompanyFilter({ chosen, onSet }: { chosen: number | undefined; onSet: Set }) {
  const companies = useMyCompanies()
  if (companies.length < 2) return null
  return (
    <NativeSelect
      label={messages.company}
      value={chosen ?? ''}
      data={[
        { value: '', label: messages.everyCompany },
        ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => onSet({ company: Number(event.currentTarget.value) || undefined })}
    />
  )
}

/** One hour of the day, changed with the arrow keys; or the whole day. */
export function HourSlider({ hour, onSet }: { hour: number | undefined; onSet: (hour: number | undefined) => void }) {
  return (
    <div className="heat-hour">
      <Switch
        label={messages.allDay}
        checked={hour === undefined}
        onChange={(event) => onSet(event.currentTarget.checked ? undefined : EVENING)}
      />
      <Slider
        className="heat-slider"
        min={0}
        max={23}
        step={1}
        marks={MARKS}
        label={null}
        thumbLabel={messages.hour}
        thumbValueText={hour === undefined ? messages.allDay : messages.hourShown(hour)}
        value={hour ?? EVENING}
        onChange={onSet}
        data-all-day={hour === undefined || undefined}
      />
      <b className="digits heat-hour-shown">{hour === undefined ? messages.allDay : messages.hourShown(hour)}</b>
    </div>
  )
}
