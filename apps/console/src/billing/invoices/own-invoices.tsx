import type { Invoice } from '@dispecerat/contract/billing/invoices'
import { fileOwnInvoice, listOwnInvoices } from '@dispecerat/contract/billing/own-money'
import { Button, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { requestFile } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { Pages } from '../../shared/filters/pages.tsx'
import { money, shownDay } from '../../text/format.ts'
import { ownScreenMessages } from '../../text/own-screen-messages.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { monthName } from '../protocol/statement-view.tsx'
import { protocolMessages } from '../protocol-messages.ts'
import { stateOf } from './invoice-state.ts'

const messages = ownScreenMessages.invoices
const { columns, kinds } = protocolMessages.invoices
const PER_PAGE = 15

/** Every invoice of the logged-in account, to read and to download. */
export function OwnInvoices() {
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useEndpointQuery(
    listOwnInvoices,
    { query: { page, per_page: PER_PAGE } },
    { placeholderData: keepPreviousData },
  )
  const total = data?.meta.total ?? 0
  return (
    <section className="panel edit-section" aria-labelledby="own-invoices">
      <h2 id="own-invoices">{messages.title}</h2>
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton height={120} /> : null}
      {data && total === 0 ? <p className="dim">{messages.none}</p> : null}
      {data && total > 0 ? <InvoiceTable invoices={data.data} /> : null}
      {total > PER_PAGE ? <Pages page={page} hasMore={page * PER_PAGE < total} onPage={setPage} /> : null}
    </section>
  )
}

function InvoiceTable({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <table className="statement-table digits" aria-label={messages.title}>
      <thead>
        <tr>
          <th scope="col">{columns.number}</th>
          <th scope="col">{columns.month}</th>
          <th scope="col">{columns.issued_on}</th>
          <th scope="col">{columns.due_on}</th>
          <th scope="col" className="end">
            {columns.total}
          </th>
          <th scope="col" className="end">
            {messages.owed}
          </th>
          <th scope="col">{columns.state}</th>
          <th scope="col">{columns.acts}</th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.id}>
            <td>
              {kinds[invoice.kind]} {invoice.number}
            </td>
            <td>{monthName(invoice.month)}</td>
            <td>{shownDay(invoice.issued_on)}</td>
            <td>{invoice.kind === 'invoice' ? shownDay(invoice.due_on) : ''}</td>
            <td className="end">{money(invoice.total)}</td>
            <td className="end">{invoice.kind === 'invoice' ? money(invoice.owed) : ''}</td>
            <td>{stateOf(invoice)}</td>
            <td>
              <Files invoice={invoice} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Files({ invoice: { id, number } }: { invoice: Invoice }) {
  const save = useAction(
    (format: 'pdf' | 'xml') => requestFile(fileOwnInvoice, { params: { id }, query: { format } }),
    { done: (file, format) => saveFile(file, `factura_${number.replaceAll(/\W/g, '_')}.${format}`) },
  )
  return (
    <span className="own-client-acts">
      {(['pdf', 'xml'] as const).map((format) => (
        <Button
          key={format}
          size="compact-xs"
          variant="default"
          aria-label={format === 'pdf' ? messages.pdfOf(number) : messages.xmlOf(number)}
          aria-busy={save.busy}
          onClick={() => void save.run(format)}
        >
          {messages[format]}
        </Button>
      ))}
    </span>
  )
}
