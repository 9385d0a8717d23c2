import { type InvoiceDetail, type InvoicePayment, reversePayment } from '@dispecerat/contract/billing/invoices'
import { Button } from '@mantine/core'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { money, shownDay } from '../../text/format.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { invoiceMessages } from './invoice-messages.ts'
import { useReadInvoicesAgain } from './use-invoice-invalidation.ts'

const messages = invoiceMessages.payments

/** Every payment of an invoice, with its reversal below; a payment is reversed, never deleted. */
export function PaymentRows({ invoice }: { invoice: InvoiceDetail }) {
  const { payments } = invoice
  return (
    <section className="panel edit-section" aria-label={messages.title}>
      <h2>{messages.title}</h2>
      {payments.length === 0 ? <p className="dim">{messages.none}</p> : <PaymentTable invoice={invoice} />}
    </section>
  )
}

function PaymentTable({ invoice: { id, payments } }: { invoice: InvoiceDetail }) {
  const readAgain = useReadInvoicesAgain()
  const takeBack = useAction(
    (paymentId: number, key) => request(reversePayment, { params: { id, paymentId }, body: {} }, { key }),
    {
      done: () => {
        toast.good(messages.takenBack)
        readAgain()
      },
      failed: () => {
        readAgain()
        return false
      },
    },
  )
  const confirmReverse = ({ id: paymentId, amount }: InvoicePayment) =>
    confirm({
      text: messages.ask(money(amount)),
      yes: messages.takeBack,
      danger: true,
      onYes: () => void takeBack.run(paymentId),
    })
  return (
    <table className="statement-table digits">
      <thead>
        <tr>
          <th scope="col">{messages.day}</th>
          <th scope="col" className="end">
            {messages.amount}
          </th>
          <th scope="col">{messages.method}</th>
          <th scope="col">{messages.reference}</th>
          <th scope="col">{messages.by}</th>
          <th scope="col">{messages.acts}</th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={payment.id}>
            <td>{shownDay(payment.paid_on)}</td>
            <td className="end">{money(payment.amount)}</td>
            <td>{invoiceMessages.methods[payment.method]}</td>
            <td>{[payment.reference, payment.note].filter(Boolean).join(' · ')}</td>
            <td>{payment.created_by}</td>
            <td>
              <PaymentStatus payment={payment} busy={takeBack.busy} onTakeBack={() => confirmReverse(payment)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PaymentStatus({
  payment,
  busy,
  onTakeBack,
}: {
  payment: InvoicePayment
  busy: boolean
  onTakeBack: () => void
}) {
  if (payment.reverses_id !== null) return <span className="dim">{messages.reversal}</span>
  if (payment.is_reversed) return <span className="dim">{messages.reversed}</span>
  return (
    <>
      {payment.amount < 0 ? <span className="dim">{messages.refund} </span> : null}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={messages.takeBackOf(money(payment.amount))}
        disabled={busy}
        onClick={onTakeBack}
      >
        {messages.takeBack}
      </Button>
    </>
  )
}
