import { type Contract, exportContracts, listContracts } from '@dispecerat/contract/billing/protocol'
import type { TableParams } from '../../routes/params/table-params.ts'
import type { Column } from '../../shared/data-table/data-table.tsx'
import { TablePage } from '../../shared/data-table/table-page.tsx'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { useTableRows } from '../../shared/data-table/use-table-rows.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { money, shownDay } from '../../text/format.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { protocolMessages as messages } from '../protocol-messages.ts'
import './protocol.css'

const KEY = 'contracts'
const { columns: labels } = messages
const COLUMNS: readonly Column<Contract>[] = [
  { key: 'name', label: labels.name, render: ({ name, id }) => name ?? String(id) },
  {
    key: 'contract_no',
    label: labels.contract_no,
    render: ({ contract_no, contract_until }) =>
      [contract_no, contract_until && messages.until(shownDay(contract_until))].filter(Boolean).join(' · '),
  },
  {
    key: 'valid',
    label: labels.valid,
    render: ({ is_valid }) => (
      <span className={is_valid ? 'protocol-good' : 'protocol-bad'}>
        {is_valid ? messages.valid : messages.invalid}
      </span>
    ),
  },
  { key: 'open', label: labels.open, render: ({ open_amount }) => money(open_amount), isNumber: true },
  {
    key: 'limit',
    label: labels.limit,
    render: ({ credit_limit }) => (credit_limit === null ? messages.noLimit : money(credit_limit)),
    isNumber: true,
  },
  { key: 'left', label: labels.left, render: left, isNumber: true },
  { key: 'cui', label: labels.cui, render: ({ cui }) => cui, hiddenByDefault: true },
  { key: 'invoicing_day', label: labels.invoicing_day, render: ({ invoicing_day }) => invoicing_day, isNumber: true },
  { key: 'company', label: labels.company, render: ({ company_name }) => company_name, hiddenByDefault: true },
]

/** /protocol: the accounts with their contracts and outstanding amounts. */
export function ContractsScreen() {
  const search = useTableParams<TableParams>('/app/protocol')
  const filter = search.find.search ? { search: search.find.search } : {}
  const rows = useTableRows(listContracts, { query: filter }, search, { byBody: true })
  return (
    <TablePage<Contract>
      title={messages.titles.contracts}
      columns={COLUMNS}
      columnsKey={KEY}
      search={search}
      searched={messages.searched}
      rows={rows}
      rowHref={({ id }) => `/protocol/${id}`}
      actions={
        <>
          <ExportButtons path={exportContracts.path} method="POST" query={filter} fileName="contracte" />
          <LinkButton size="compact-sm" variant="default" to="/protocol/invoices" search={{}}>
            {messages.titles.invoices}
          </LinkButton>
          <LinkButton size="compact-sm" variant="default" to="/protocol/billing">
            {messages.titles.billing}
          </LinkButton>
        </>
      }
    />
  )
}

function left({ credit_limit, open_amount }: Contract) {
  if (credit_limit === null) return ''
  return open_amount > credit_limit ? (
    <span className="protocol-bad">{messages.over}</span>
  ) : (
    money(credit_limit - open_amount)
  )
}
