import { type InvoiceDetail, readInvoice } from '@dispecerat/contract/billing/invoices'
import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { isMissing } from '../../api/api-error.ts'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { editMessages } from '../../shared/edit-page/edit-messages.ts'
import { filingMessages } from '../../shared/outbox/filing-messages.ts'
import { money, shownDay } from '../../text/format.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { protocolMessages } from '../protocol-messages.ts'
import { EfacturaState } from './efactura-state.tsx'
import { InvoiceActs, InvoiceLink } from './invoice-list.tsx'
import { invoiceMessages as messages } from './invoice-messages.ts'
import { PaymentRows } from './invoice-payments.tsx'
import { stateOf } from './invoice-state.ts'
import { useInvoiceInvalidation } from './use-invoice-invalidation.ts'
import '../../shared/edit-page/edit-page.css'
import '../protocol/protocol.css'

const CreditDialog = later(() => import('./credit-dialog.tsx').then((m) => m.CreditDialog))

/** /protocol/invoices/{id}: an invoice or a credit note, its payments and credits. */
export function InvoiceScreen() {
  const { id } = useParams({ from: '/app/protocol/invoices/$id' })
  useInvoiceInvalidation()
  const { data, error, refetch } = useEndpointQuery(readInvoice, { params: { id: Number(id) } })
  const invoice = data?.data
  const title = invoice
    ? `${protocolMessages.invoices.kinds[invoice.kind]} ${invoice.number}`
    : protocolMessages.titles.invoices
  return (
    <main id="content" className="page edit-page">
      <h1>{isMissing(error) ? editMessages.notFound : title}</h1>
      {error && invoice === undefined && !isMissing(error) ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {invoice ? <InvoicePage invoice={invoice} /> : null}
    </main>
  )
}

function InvoicePage({ invoice }: { invoice: InvoiceDetail }) {
  const isInvoice = invoice.kind === 'invoice'
  return (
    <>
      <section className="panel edit-section" aria-label={messages.facts.state}>
        <FactList facts={factsOf(invoice)} />
        <div className="statement-head">
          <InvoiceActs invoice={invoice} />
          {isInvoice && invoice.lines.some(({ left }) => left > 0) ? <CreditButton invoice={invoice} /> : null}
        </div>
      </section>
      <Lines invoice={invoice} />
      {isInvoice ? <PaymentRows invoice={invoice} /> : null}
      {isInvoice ? <Notes invoice={invoice} /> : null}
    </>
  )
}

function factsOf(invoice: InvoiceDetail): [string, ReactNode][] {
  const { account, month, issued_on, due_on, net, vat, total, paid, credited, owed, corrects, kind } = invoice
  const rounding = Math.round((total - net - vat) * 100) / 100
  const facts: [string, ReactNode][] = [
    [
      messages.facts.account,
      <Link
        key="account"
        className="table-link"
        to="/protocol/$id"
        params={{ id: String(account.id) }}
        search={{ month }}
      >
        {account.name ?? account.id}
      </Link>,
    ],
    [messages.facts.month, month.split('-').reverse().join('.')],
    [messages.facts.issued, shownDay(issued_on)],
    [messages.facts.net, money(net)],
    [messages.facts.vat, money(vat)],
    ...(rounding === 0 ? [] : [[messages.facts.rounding, money(rounding)] satisfies [string, string]]),
    [messages.facts.total, money(total)],
    [filingMessages.efactura.column, <EfacturaState key="efactura" efactura={invoice.efactura} />],
  ]
  if (kind === 'credit_note') {
    return corrects
      ? [...facts, [messages.facts.corrects, <InvoiceLink key="of" invoice={{ ...corrects, kind: 'invoice' }} />]]
      : facts
  }
  return [
    ...facts,
    [messages.facts.due, shownDay(due_on)],
    [messages.facts.credited, money(credited)],
    [messages.facts.paid, money(paid)],
    owed < 0 ? [messages.facts.overpaid, money(-owed)] : [messages.facts.owed, money(owed)],
    [messages.facts.state, stateOf(invoice)],
  ]
}

function CreditButton({ invoice }: { invoice: InvoiceDetail }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => setIsOpen(true)}>
        {messages.credit.open}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <CreditDialog invoice={invoice} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function Lines({ invoice: { lines, kind } }: { invoice: InvoiceDetail }) {
  return (
    <section className="panel edit-section" aria-label={messages.lines.title}>
      <h2>{messages.lines.title}</h2>
      <table className="statement-table digits">
        <thead>
          <tr>
            <th scope="col">{messages.lines.name}</th>
            <th scope="col" className="end">
              {messages.lines.amount}
            </th>
            {kind === 'invoice' ? (
              <th scope="col" className="end">
                {messages.lines.left}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, name, description, amount, left }) => (
            <tr key={line}>
              <td>
                {name} <span className="dim small">{description}</span>
              </td>
              <td className="end">{money(amount)}</td>
              {kind === 'invoice' ? <td className="end">{money(left)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Notes({ invoice: { credit_notes } }: { invoice: InvoiceDetail }) {
  return (
    <section className="panel edit-section" aria-label={messages.notes.title}>
      <h2>{messages.notes.title}</h2>
      {credit_notes.length === 0 ? <p className="dim">{messages.notes.none}</p> : null}
      <ul className="invoice-list">
        {credit_notes.map(({ id, number, issued_on, total, is_partial }) => (
          <li key={id}>
            <InvoiceLink invoice={{ id, number, kind: 'credit_note' }} />
            <span className="digits">{money(total)}</span>
            <span>{shownDay(issued_on)}</span>
            <span className="dim">{is_partial ? messages.notes.part : messages.notes.whole}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
