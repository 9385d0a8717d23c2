import { correctInvoice, type Invoice, readInvoicePdf, readInvoiceXml } from '@dispecerat/contract/billing/invoices'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { request, requestFile } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { money, shownDay } from '../../text/format.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { later } from '../../ui/later.ts'
import { saveFile } from '../../ui/save-file.ts'
import { protocolMessages } from '../protocol-messages.ts'
import { EfacturaButton } from './efactura-button.tsx'
import { invoiceMessages } from './invoice-messages.ts'
import { stateOf } from './invoice-state.ts'
import { useInvoiceInvalidation, useReadInvoicesAgain } from './use-invoice-invalidation.ts'

const PaymentDialog = later(() => import('./payment-dialog.tsx').then((m) => m.PaymentDialog))
const messages = protocolMessages.invoices

/** Invoices and credit notes of a month, each with its actions. */
export function InvoiceList({ invoices }: { invoices: readonly Invoice[] }) {
  useInvoiceInvalidation()
  return (
    <>
      <h3>{messages.title}</h3>
      {invoices.length === 0 ? <p className="dim">{messages.none}</p> : null}
      <ul className="invoice-list">
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <InvoiceLink invoice={invoice} />
            <span className="digits">{money(invoice.total)}</span>
            <span>{shownDay(invoice.issued_on)}</span>
            <span className={invoice.state === 'overdue' ? 'protocol-bad' : 'dim'}>{stateOf(invoice)}</span>
            <InvoiceActs invoice={invoice} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Its number, as a link to its page. */
export function InvoiceLink({ invoice: { id, kind, number } }: { invoice: Pick<Invoice, 'id' | 'kind' | 'number'> }) {
  return (
    <Link className="table-link" to="/protocol/invoices/$id" params={{ id: String(id) }}>
      {messages.kinds[kind]} {number}
    </Link>
  )
}

/** Downloads the PDF and the file for the tax authority, records a payment, or reverses the invoice. */
export function InvoiceActs({ invoice }: { invoice: Invoice }) {
  const { id, number, kind, owed, paid, state } = invoice
  const readAgain = useReadInvoicesAgain()
  const [isPaying, setIsPaying] = useState(false)
  const name = number.replaceAll(/\W/g, '_')
  const pdf = useAction(() => requestFile(readInvoicePdf, { params: { id } }), {
    done: (file) => saveFile(file, `factura_${name}.pdf`),
  })
  const xml = useAction(() => requestFile(readInvoiceXml, { params: { id } }), {
    done: (file) => saveFile(file, `efactura_${name}.xml`),
  })
  const correct = useAction((_: null, key) => request(correctInvoice, { params: { id }, body: {} }, { key }), {
    done: ({ data }) => {
      toast.good(messages.corrected(data.number))
      readAgain()
    },
  })
  const confirmReverse = () =>
    confirm({
      text: messages.correctQuestion(number),
      yes: messages.correct,
      danger: true,
      onYes: () => void correct.run(null),
    })
  const because = paid === 0 ? undefined : messages.hasPayments
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={messages.pdfOf(number)}
        disabled={pdf.busy}
        onClick={() => void pdf.run(undefined)}
      >
        {messages.pdf}
      </Button>
      <Button size="compact-xs" variant="default" disabled={xml.busy} onClick={() => void xml.run(undefined)}>
        {messages.xml}
      </Button>
      <EfacturaButton invoice={invoice} />
      {kind === 'invoice' && owed !== 0 ? (
        <Button size="compact-xs" variant="default" onClick={() => setIsPaying(true)}>
          {owed > 0 ? invoiceMessages.pay.open : invoiceMessages.pay.refund}
        </Button>
      ) : null}
      {kind === 'invoice' && state !== 'corrected' ? (
        <Button
          size="compact-xs"
          variant="default"
          disabled={correct.busy || because !== undefined}
          title={because}
          aria-description={because}
          onClick={confirmReverse}
        >
          {messages.correct}
        </Button>
      ) : null}
      {isPaying ? (
        <Suspense fallback={null}>
          <PaymentDialog invoice={invoice} onClose={() => setIsPaying(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
