import { correctInvoice, type Invoice, payInvoice } from '@dispecerat/contract/invoices'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { useAction } from '../../api/use-action.ts'
import { money, shownDay } from '../../text/format.ts'
import { protocolWords } from '../../text/protocol-words.ts'
import { confirm } from '../../ui/confirm.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.ts'

const words = protocolWords.invoices

/** Invoices and credit notes of a month, each with what can be done. */
export function InvoiceList({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <>
      <h3>{words.title}</h3>
      {invoices.length === 0 ? <p className="dim">{words.none}</p> : null}
      <ul className="invoice-list">
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <b>
              {words.kinds[invoice.kind]} {invoice.number}
            </b>
            <span className="digits">{money(invoice.total)}</span>
            <span>{shownDay(invoice.issued_on)}</span>
            <span className="dim">{stateOf(invoice)}</span>
            <InvoiceActs invoice={invoice} />
          </li>
        ))}
      </ul>
    </>
  )
}

export function stateOf({ kind, corrected_by, corrects, paid_on }: Invoice): string {
  if (kind === 'credit_note') return corrects ? words.corrects(corrects.number) : ''
  if (corrected_by) return words.correctedBy(corrected_by.number)
  return paid_on ? words.paidOn(shownDay(paid_on)) : words.unpaid
}

/** The file for the tax authority; paid or not; taking it back. */
export function InvoiceActs({ invoice }: { invoice: Invoice }) {
  const { id, number, kind, corrected_by, paid_on } = invoice
  const cache = useQueryClient()
  const refresh = () => {
    for (const queryKey of [['statement'], ['invoices'], ['contract'], ['contracts']]) {
      void cache.invalidateQueries({ queryKey })
    }
  }
  const file = useAction(async () => {
    const how = { signal: new AbortController().signal, onBytes: () => undefined }
    saveFile(await download(`/api/protocol/invoices/${id}/xml`, how), `efactura_${number.replace(' ', '_')}.xml`)
  })
  const pay = useAction(
    (isPaid: boolean, key) => call(payInvoice, { params: { id }, body: { is_paid: isPaid } }, { key }),
    {
      done: (_, isPaid) => {
        toast.good(isPaid ? words.paid : words.unpaidAgain)
        refresh()
      },
    },
  )
  const correct = useAction((_: null, key) => call(correctInvoice, { params: { id }, body: {} }, { key }), {
    done: ({ data }) => {
      toast.good(words.corrected(data.number))
      refresh()
    },
  })
  const ask = () =>
    confirm({
      text: words.correctAsk(number),
      yes: words.correct,
      danger: true,
      onYes: () => void correct.run(null),
    })
  return (
    <>
      <Button size="compact-xs" variant="default" disabled={file.busy} onClick={() => void file.run(undefined)}>
        {words.xml}
      </Button>
      {kind === 'invoice' && corrected_by === null ? (
        <>
          <Button
            size="compact-xs"
            variant="default"
            disabled={pay.busy}
            onClick={() => void pay.run(paid_on === null)}
          >
            {paid_on === null ? words.pay : words.unpay}
          </Button>
          <Button size="compact-xs" variant="default" disabled={correct.busy} onClick={ask}>
            {words.correct}
          </Button>
        </>
      ) : null}
    </>
  )
}
