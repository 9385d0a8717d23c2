import { exportInvoices, type Invoice, listInvoices } from '@dispecerat/contract/billing/invoices'
import { Link } from '@tanstack/react-router'
import type { InvoiceParams } from '../../routes/params/protocol-params.ts'
import type { Column } from '../../shared/data-table/data-table.tsx'
import { TablePage } from '../../shared/data-table/table-page.tsx'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { useTableRows } from '../../shared/data-table/use-table-rows.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { FilterSelect } from '../../shared/filters/filter-select.tsx'
import { filingMessages } from '../../shared/outbox/filing-messages.ts'
import { money, shownDay } from '../../text/format.ts'
import { protocolMessages } from '../protocol-messages.ts'
import { DraftList } from './draft-list.tsx'
import { EfacturaState } from './efactura-state.tsx'
import { InvoiceActs, InvoiceLink } from './invoice-list.tsx'
import { stateOf } from './invoice-state.ts'
import { useInvoiceInvalidation } from './use-invoice-invalidation.ts'
import '../protocol/protocol.css'

const KEY = 'invoices'
const messages = protocolMessages.invoices
const { columns: labels } = messages
const COLUMNS: readonly Column<Invoice>[] = [
  { key: 'number', label: labels.number, render: (invoice) => <InvoiceLink invoice={invoice} /> },
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
  {
    key: 'efactura',
    label: filingMessages.efactura.column,
    render: ({ efactura }) => <EfacturaState efactura={efactura} />,
  },
  {
    key: 'acts',
    label: labels.acts,
    render: (invoice) => (
      <div className="invoice-acts">
        <InvoiceActs invoice={invoice} />
      </div>
    ),
  },
]

/** /protocol/invoices: invoices, payments and reversals. */
export function InvoicesScreen() {
  const search = useTableParams<InvoiceParams>('/app/protocol/invoices')
  const filter = filterOf(search.find)
  useInvoiceInvalidation()
  const rows = useTableRows(listInvoices, { query: filter }, search, { byBody: true })
  return (
    <TablePage<Invoice>
      title={protocolMessages.titles.invoices}
      columns={COLUMNS}
      columnsKey={KEY}
      search={search}
      searched={messages.searched}
      rows={rows}
      lead={<DraftList />}
      actions={<ExportButtons path={exportInvoices.path} method="POST" query={filter} fileName="facturi" />}
      filters={
        <FilterSelect
          label={messages.stateFilter}
          messages={messages.states}
          value={search.find.state}
          onChange={(state) => search.set({ state })}
        />
      }
    />
  )
}

function filterOf({ search, state }: InvoiceParams) {
  return { ...(search ? { search } : {}), ...(state ? { state } : {}) }
}
