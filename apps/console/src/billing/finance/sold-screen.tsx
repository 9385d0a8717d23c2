import { type DriverBalance, exportBalances, listBalances, SOLD_SORTS } from '@dispecerat/contract/billing/finance'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { invalidate } from '../../api/endpoint-query.ts'
import { useLive } from '../../realtime/use-live.ts'
import type { FinanceParams } from '../../routes/params/finance-params.ts'
import type { Column } from '../../shared/data-table/data-table.tsx'
import { TablePage } from '../../shared/data-table/table-page.tsx'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { useTableRows } from '../../shared/data-table/use-table-rows.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { FilterSelect } from '../../shared/filters/filter-select.tsx'
import { money, shownTime } from '../../text/format.ts'
import { Amount } from './amount.tsx'
import { CompanyChoice } from './company-choice.tsx'
import { financeMessages } from './finance-messages.ts'
import { FinanceTabs } from './finance-tabs.tsx'

const messages = financeMessages.sold
const KEY = 'finances.sold'
type Row = DriverBalance & { id: number }

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'indicativ',
    label: messages.columns.indicativ,
    render: (row) => row.indicativ ?? row.identifier ?? '—',
    sortable: true,
  },
  { key: 'name', label: messages.columns.name, render: (row) => row.name, sortable: true },
  { key: 'identifier', label: messages.columns.identifier, render: (row) => row.identifier, hiddenByDefault: true },
  {
    key: 'balance',
    label: messages.columns.balance,
    render: (row) => <Amount ron={row.balance} />,
    sortable: true,
    isNumber: true,
  },
  { key: 'sign', label: messages.columns.sign, render: (row) => <Sign row={row} /> },
  {
    key: 'may_withdraw',
    label: messages.columns.may_withdraw,
    render: (row) => money(row.may_withdraw),
    isNumber: true,
  },
  {
    key: 'last_move_at',
    label: messages.columns.last_move_at,
    render: (row) => <time>{shownTime(row.last_move_at)}</time>,
  },
  { key: 'company', label: messages.columns.company, render: (row) => row.company_name, hiddenByDefault: true },
  { key: 'acts', label: messages.columns.acts, render: (row) => <Acts row={row} /> },
]

function Sign({ row }: { row: DriverBalance }) {
  if (!row.can_work)
    return (
      <span className="tag">
        <span aria-hidden>✕</span> {messages.cannotWork}
      </span>
    )
  return row.is_low ? (
    <span className="tag">
      <span aria-hidden>!</span> {messages.low}
    </span>
  ) : (
    <span className="dim">{messages.fine}</span>
  )
}

function Acts({ row }: { row: DriverBalance }) {
  return (
    <span className="finance-row-acts">
      <Link to="/finances/transfer" search={{ driver: row.driver_id }}>
        {messages.topUp}
      </Link>
      <Link to="/finances/history" search={{ driver: row.driver_id }}>
        {messages.history}
      </Link>
    </span>
  )
}

/** /finances/sold: drivers and their balances. */
export function SoldScreen() {
  const search = useTableParams<FinanceParams>('/app/finances/sold')
  const filter = filterOf(search.find)
  const sheet = useTableRows(listBalances, { query: filter }, search, { byBody: true })
  const cache = useQueryClient()
  useLive('driver_status_changed', () => void invalidate(cache, listBalances))
  return (
    <TablePage<Row>
      title={messages.title}
      columns={COLUMNS}
      columnsKey={KEY}
      search={search}
      searched={messages.searched}
      rows={{ ...sheet, rows: sheet.rows?.map((row) => ({ ...row, id: row.driver_id })) }}
      rowHref={(row) => `/finances/history?driver=${row.driver_id}`}
      lead={<FinanceTabs />}
      filters={
        <>
          <FilterSelect
            label={messages.only}
            all={messages.onlyAll}
            messages={messages.onlyWhich}
            value={search.find.only}
            onChange={(only) => search.set({ only })}
          />
          <CompanyChoice withAll value={search.find.company} onChange={(company) => search.set({ company })} />
        </>
      }
      actions={<ExportButtons path={exportBalances.path} method="POST" query={filter} fileName="solduri" />}
    />
  )
}

function filterOf({ search, only, company, sort }: FinanceParams) {
  const order = SOLD_SORTS.find((one) => one === sort)
  return {
    ...(search ? { search } : {}),
    ...(only ? { only } : {}),
    ...(company ? { company_id: company } : {}),
    ...(order ? { sort: order } : {}),
  }
}
