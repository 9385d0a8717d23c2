import {
  exportFinanceHistory,
  type FinanceRow,
  listFinanceHistory,
  reverseTransaction,
} from '@dispecerat/contract/billing/finance-history'
import { LEDGER_ROW_TYPES } from '@dispecerat/domain/billing/ledger'
import { Button, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { useLive } from '../../realtime/use-live.ts'
import type { FinanceParams } from '../../routes/params/finance-params.ts'
import { type Column, DataTable } from '../../shared/data-table/data-table.tsx'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { useTableRows } from '../../shared/data-table/use-table-rows.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { money, shownTime } from '../../text/format.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { Amount } from './amount.tsx'
import { CompanyChoice } from './company-choice.tsx'
import { DriverField, driverName } from './driver-field.tsx'
import { financeMessages } from './finance-messages.ts'
import { FinanceTabs } from './finance-tabs.tsx'
import { PeriodDays, wireDays } from './period-days.tsx'
import { StatementButtons } from './statement-buttons.tsx'

const messages = financeMessages.history
const KEY = 'finances.history'

/** /finances/history: every row of every account; rows never change, a mistake is reversed. */
export function HistoryScreen() {
  const search = useTableParams<FinanceParams>('/app/finances/history')
  const { find, set, table } = search
  const filter = filterOf(find)
  const cache = useQueryClient()
  const mayEdit = useUser().permissions.includes('finances.edit')
  useLive('driver_status_changed', () => void invalidate(cache, listFinanceHistory))
  const rows = useTableRows(listFinanceHistory, { query: filter }, search)
  const reverse = useAction((id: number, key) => request(reverseTransaction, { params: { id }, body: {} }, { key }), {
    done: () => {
      toast.good(messages.reverseDone)
      void invalidate(cache, listFinanceHistory)
    },
  })
  const confirmReverse = (row: FinanceRow) =>
    confirm({
      text: messages.reverseQuestion(`${messages.types[row.type]} ${money(row.amount)}, ${nameOf(row)}`),
      yes: messages.reverse,
      danger: true,
      onYes: () => void reverse.run(row.transaction_id),
    })
  const columns = columnsOf(mayEdit ? confirmReverse : null)
  return (
    <main id="content" className="page table-page">
      <h1>{messages.title}</h1>
      <FinanceTabs />
      <search className="table-tools is-labelled" aria-label={messages.title}>
        <DriverField
          label={messages.driver}
          value={find.driver ?? null}
          onChange={(id) => set({ driver: id ?? undefined })}
        />
        <NativeSelect
          size="xs"
          label={messages.type}
          data={[
            { value: '', label: messages.anyType },
            ...LEDGER_ROW_TYPES.map((type) => ({ value: type, label: messages.types[type] })),
          ]}
          value={find.type ?? ''}
          onChange={(event) => set({ type: LEDGER_ROW_TYPES.find((one) => one === event.currentTarget.value) })}
        />
        <PeriodDays from={find.from} to={find.to} onSet={set} />
        <CompanyChoice withAll withLabel value={find.company} onChange={(company) => set({ company })} />
        <span className="table-tools-space" />
        <StatementButtons driver={find.driver} from={find.from} to={find.to} />
        <ExportButtons path={exportFinanceHistory.path} query={filter} fileName="miscari-sold" />
      </search>
      <DataTable<FinanceRow> {...table} label={messages.title} columns={columns} columnsKey={KEY} {...rows} />
    </main>
  )
}

function columnsOf(onReverse: ((row: FinanceRow) => void) | null): readonly Column<FinanceRow>[] {
  const { columns } = messages
  return [
    { key: 'created_at', label: columns.created_at, render: (row) => <time>{shownTime(row.created_at)}</time> },
    { key: 'driver', label: columns.driver, render: nameOf },
    { key: 'type', label: columns.type, render: (row) => messages.types[row.type] },
    { key: 'amount', label: columns.amount, render: (row) => money(row.amount), isNumber: true },
    {
      key: 'balance_after',
      label: columns.balance_after,
      render: (row) => <Amount ron={row.balance_after} />,
      isNumber: true,
    },
    { key: 'details', label: columns.details, render: detailsOf },
    {
      key: 'by',
      label: columns.by,
      render: (row) => row.created_by_name ?? <span className="dim">{messages.system}</span>,
    },
    {
      key: 'acts',
      label: columns.acts,
      render: (row) => <ReverseButton row={row} onReverse={onReverse} />,
    },
  ]
}

function ReverseButton({ row, onReverse }: { row: FinanceRow; onReverse: ((row: FinanceRow) => void) | null }) {
  if (row.reversed_by_id !== null) return <span className="dim">{messages.reversed}</span>
  if (row.type === 'correction' || onReverse === null) return null
  const why = row.may_be_reversed ? undefined : messages.whyNot
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={!row.may_be_reversed}
      title={why}
      aria-description={why}
      onClick={() => onReverse(row)}
    >
      {messages.reverse}
    </Button>
  )
}

function nameOf({ indicativ, driver_identifier, driver_name }: FinanceRow): string {
  return driverName({ indicativ, identifier: driver_identifier, name: driver_name })
}

function detailsOf(row: FinanceRow): string {
  return [
    row.order_id === null ? null : messages.order(row.order_id),
    row.counterparty_name,
    row.method === null ? null : financeMessages.transfer.methods[row.method],
    row.reverses_id === null ? null : messages.reversal,
    row.note,
  ]
    .filter(Boolean)
    .join(' · ')
}

function filterOf({ driver, type, company, from, to }: FinanceParams) {
  return {
    ...(driver ? { driver_id: driver } : {}),
    ...(type ? { type } : {}),
    ...(company ? { company_id: company } : {}),
    ...wireDays({ from, to }),
  }
}
