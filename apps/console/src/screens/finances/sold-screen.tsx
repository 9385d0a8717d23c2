import { type DriverBalance, exportBalances, listBalances, SOLD_SORTS } from '@dispecerat/contract/finances'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { type Column, DataTable } from '../../parts/data-table/data-table.tsx'
import { TableTools } from '../../parts/data-table/table-tools.tsx'
import { useTableSearch } from '../../parts/data-table/use-table-search.ts'
import { ExportButtons } from '../../parts/export-buttons.tsx'
import type { FinanceSearch } from '../../parts/finance-search.ts'
import { useLive } from '../../realtime/use-live.ts'
import { financeWords } from '../../text/finance-words.ts'
import { money, shownTime } from '../../text/format.ts'
import { Amount } from './amount.tsx'
import { CompanyChoice } from './company-choice.tsx'
import { FinanceTabs } from './finance-tabs.tsx'

const words = financeWords.sold
const KEY = 'finances.sold'
type Row = DriverBalance & { id: number }

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'indicativ',
    label: words.columns.indicativ,
    render: (row) => row.indicativ ?? row.identifier ?? '—',
    sortable: true,
  },
  { key: 'name', label: words.columns.name, render: (row) => row.name, sortable: true },
  { key: 'identifier', label: words.columns.identifier, render: (row) => row.identifier, hiddenByDefault: true },
  {
    key: 'balance',
    label: words.columns.balance,
    render: (row) => <Amount ron={row.balance} />,
    sortable: true,
    isNumber: true,
  },
  { key: 'sign', label: words.columns.sign, render: (row) => <Sign row={row} /> },
  { key: 'may_withdraw', label: words.columns.may_withdraw, render: (row) => money(row.may_withdraw), isNumber: true },
  {
    key: 'last_move_at',
    label: words.columns.last_move_at,
    render: (row) => <time>{shownTime(row.last_move_at)}</time>,
  },
  { key: 'company', label: words.columns.company, render: (row) => row.company_name, hiddenByDefault: true },
  { key: 'acts', label: words.columns.acts, render: (row) => <Acts row={row} /> },
]

function Sign({ row }: { row: DriverBalance }) {
  if (!row.can_work)
    return (
      <span className="tag">
        <span aria-hidden>✕</span> {words.cannotWork}
      </span>
    )
  return row.is_low ? (
    <span className="tag">
      <span aria-hidden>!</span> {words.low}
    </span>
  ) : (
    <span className="dim">{words.fine}</span>
  )
}

function Acts({ row }: { row: DriverBalance }) {
  return (
    <span className="finance-row-acts">
      <Link to="/finances/transfer" search={{ driver: row.driver_id }}>
        {words.topUp}
      </Link>
      <Link to="/finances/history" search={{ driver: row.driver_id }}>
        {words.history}
      </Link>
    </span>
  )
}

/** /finances/sold: drivers and what they have. */
export function SoldScreen() {
  const { find, page, perPage, set, table } = useTableSearch<FinanceSearch>('/app/finances/sold')
  const filter = filterOf(find)
  const cache = useQueryClient()
  useLive('driver_status_changed', () => void cache.invalidateQueries({ queryKey: [KEY] }))
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [KEY, filter, page, perPage],
    queryFn: ({ signal }) => call(listBalances, { query: { ...filter, page, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <main id="content" className="page table-page">
      <h1>{words.title}</h1>
      <FinanceTabs />
      <TableTools
        label={words.title}
        search={find.search}
        onSearch={(search) => set({ search })}
        searched={words.searched}
        filters={
          <>
            <NativeSelect
              size="xs"
              aria-label={words.only}
              data={[
                { value: '', label: words.onlyAll },
                ...Object.entries(words.onlyWhich).map(([value, label]) => ({ value, label })),
              ]}
              value={find.only ?? ''}
              onChange={(event) => set({ only: (event.currentTarget.value || undefined) as FinanceSearch['only'] })}
            />
            <CompanyChoice withAll value={find.company} onChange={(company) => set({ company })} />
          </>
        }
        columns={COLUMNS}
        columnsKey={KEY}
        actions={<ExportButtons path={exportBalances.path} method="POST" query={filter} fileName="solduri" />}
      />
      <DataTable<Row>
        {...table}
        label={words.title}
        columns={COLUMNS}
        columnsKey={KEY}
        rows={data?.data.map((row) => ({ ...row, id: row.driver_id }))}
        total={data?.meta.total ?? 0}
        rowHref={(row) => `/finances/history?driver=${row.driver_id}`}
        isFetching={isFetching}
        isError={isError}
        onRetry={() => void refetch()}
      />
    </main>
  )
}

function filterOf({ search, only, company, sort }: FinanceSearch) {
  const order = SOLD_SORTS.find((one) => one === sort)
  return {
    ...(search ? { search } : {}),
    ...(only ? { only } : {}),
    ...(company ? { company_id: company } : {}),
    ...(order ? { sort: order } : {}),
  }
}
