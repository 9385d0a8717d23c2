import { FINANCE_GROUPS, type FinanceGroup } from '@dispecerat/contract/billing/finance-history'
import type { ReportColumn } from '@dispecerat/contract/office/reports'
import { Input, NativeSelect, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FinanceParams } from '../../routes/params/finance-params.ts'
import type { Days } from '../../shared/totals/days.ts'
import { CompanyChoice } from './company-choice.tsx'
import { financeMessages } from './finance-messages.ts'
import { PeriodDays } from './period-days.tsx'

const messages = financeMessages.reports

interface Props {
  group: FinanceGroup
  days: Days
  company: number | undefined
  /** The columns that can be charted. */
  measures: readonly ReportColumn[]
  chart: string | undefined
  onSet: (change: { [K in keyof FinanceParams]?: FinanceParams[K] | undefined }) => void
  /** At the end of the line. */
  acts: ReactNode
}

/** Filters: the grouping, the period, the company, and the charted column. */
export function ReportFilters({ group, days, company, measures, chart, onSet, acts }: Props) {
  return (
    <search className="table-tools is-labelled" aria-label={messages.title}>
      <Input.Wrapper size="xs" label={messages.group} labelElement="div">
        <SegmentedControl
          className="finance-groups"
          size="xs"
          aria-label={messages.group}
          data={FINANCE_GROUPS.map((value) => ({ value, label: messages.groups[value] }))}
          value={group}
          onChange={(chosen) => onSet({ group: chosen === 'driver' ? undefined : chosen, sort: undefined })}
        />
      </Input.Wrapper>
      <PeriodDays {...days} onSet={onSet} />
      <CompanyChoice withAll withLabel value={company} onChange={(id) => onSet({ company: id })} />
      <NativeSelect
        size="xs"
        label={messages.chart}
        data={measures.map(({ key, label }) => ({ value: key, label }))}
        value={chart ?? ''}
        onChange={(event) => onSet({ chart: event.currentTarget.value })}
      />
      <span className="table-tools-space" />
      {acts}
    </search>
  )
}
