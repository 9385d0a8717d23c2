import { type Invoice, listInvoices } from '@dispecerat/contract/invoices'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { type Column, DataTable } from '../../parts/data-table/data-table.tsx'
import { TableTools } from '../../parts/data-table/table-tools.tsx'
import { useTableSearch } from '../../parts/data-table/use-table-search.ts'
import type { InvoiceSearch } from '../../parts/protocol-search.ts'
import { money, shownDay } from '../../text/format.ts'
import { protocolWords } from '../../text/protocol-words.ts'
import { InvoiceActs, stateOf } from './invoice-list.tsx'
import './protocol.css'

const KEY = 'invoices'
const words = protocolWords.invoices
const { columns: labels } = words
const COLUMNS: readonly Column<Invoice>[] = [
  { key: 'number', label: labels.number, render: ({ kind, number }) => `${words.kinds[kind]} ${number}` },
  {
    key: 'account',
    label: labels.account,
    render: ({ account: { id, name }, month }) => (
      <Link className="table-link" to="/protocol/$id" params={{ id: String(id) }} search={{ month }}>
        {name ?? id}
      </Link>
    ),
  },
  { key: 'month', label: labels.month, render: ({ month }) => month.split('-').reverse().join('.') },
  { key: 'issued_on', label: labels.issued_on, render: ({ issued_on }) => shownDay(issued_on) },
  { key: 'due_on', label: labels.due_on, render: ({ due_on }) => shownDay(due_on) },
  { key: 'total', label: labels.total, render: ({ total }) => money(total), isNumber: true },
  { key: 'state', label: labels.state, render: stateOf },
  { key: 'acts', label: labels.acts, render: (invoice) => <InvoiceActs invoice={invoice} /> },
]

/** /protocol/invoices: what was billed, what was paid, what was taken back. */
export function InvoicesScreen() {
  const { find, page, perPage, set, table } = useTableSearch<InvoiceSearch>('/app/protocol/invoices')
  const filter = {
    ...(find.search ? { search: find.search } : {}),
    ...(find.state ? { state: find.state } : {}),
  }
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [KEY, filter, page, perPage],
    queryFn: ({ signal }) => call(listInvoices, { query: { ...filter, page, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <main id="content" className="page table-page">
      <h1>{protocolWords.titles.invoices}</h1>
      <TableTools
        label={protocolWords.titles.invoices}
        search={find.search}
        onSearch={(search) => set({ search })}
        searched={words.searched}
        filters={
          <NativeSelect
            size="xs"
            aria-label={words.stateFilter}
            value={find.state ?? ''}
            data={[
              { value: '', label: `${words.stateFilter}: ${words.any}` },
              ...(['unpaid', 'paid', 'corrected'] as const).map((value) => ({ value, label: words.states[value] })),
            ]}
            onChange={(event) => set({ state: (event.currentTarget.value || undefined) as 'paid' | undefined })}
          />
        }
        columns={COLUMNS}
        columnsKey={KEY}
      />
      <DataTable<Invoice>
        {...table}
        label={protocolWords.titles.invoices}
        columns={COLUMNS}
        columnsKey={KEY}
        rows={data?.data}
        total={data?.meta.total ?? 0}
        isFetching={isFetching}
        isError={isError}
        onRetry={() => void refetch()}
      />
    </main>
  )
}
