import type { ReportColumn, ReportGroup } from '@dispecerat/contract/office/reports'
import { NativeSelect } from '@mantine/core'
import type { TotalsParams } from '../../routes/params/report-params.ts'
import { useMyCompanies } from '../../shared/companies/use-my-companies.ts'
import { PresetButtons } from '../../shared/reports/preset-buttons.tsx'
import type { Days } from '../../shared/totals/days.ts'
import { reportMessages as messages } from '../../text/report-messages.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { daysOf, PERIOD_PRESETS } from './totals-period.ts'

interface Props {
  find: TotalsParams
  days: Days
  groups: readonly ReportGroup[]
  group: ReportGroup
  /** The columns that can be charted. */
  measures: readonly ReportColumn[]
  chart: string | undefined
  onSet: (change: { [K in keyof TotalsParams]?: TotalsParams[K] | undefined }) => void
}

/** Filters: the period, the company, the grouping, and the charted column. */
export function TotalsFilters({ find, days, groups, group, measures, chart, onSet }: Props) {
  const companies = useMyCompanies()
  return (
    <div className="book-filters no-print">
      <PresetButtons
        presets={PERIOD_PRESETS}
        messages={messages.presets}
        period={days}
        periodOf={daysOf}
        onSet={onSet}
      />
      <DateField label={messages.from} value={days.from} onChange={(from) => onSet({ from: from ?? undefined })} />
      <DateField label={messages.to} value={days.to} onChange={(to) => onSet({ to: to ?? undefined })} />
      {companies.length > 1 ? (
        <NativeSelect
          label={messages.company}
          value={find.company ?? ''}
          data={[
            { value: '', label: messages.anyCompany },
            ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => onSet({ company: Number(event.currentTarget.value) || undefined })}
        />
      ) : null}
      {groups.length > 1 ? (
        <NativeSelect
          label={messages.group}
          value={group}
          data={groups.map((one) => ({ value: one, label: messages.groups[one] }))}
          onChange={(event) => onSet({ group: event.currentTarget.value, sort: undefined })}
        />
      ) : null}
      {measures.length > 0 ? (
        <NativeSelect
          label={messages.chart}
          value={chart ?? ''}
          data={measures.map(({ key, label }) => ({ value: key, label }))}
          onChange={(event) => onSet({ chart: event.currentTarget.value })}
        />
      ) : null}
    </div>
  )
}
