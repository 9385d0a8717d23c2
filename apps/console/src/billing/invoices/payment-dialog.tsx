import { type Invoice, payInvoice } from '@dispecerat/contract/billing/invoices'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { NativeSelect, TextInput } from '@mantine/core'
import { request } from '../../api/request.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { RonField } from '../../shared/orders/ron-field.tsx'
import { money } from '../../text/format.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { serverNow } from '../../ui/now.ts'
import { invoiceMessages } from './invoice-messages.ts'
import { useReadInvoicesAgain } from './use-invoice-invalidation.ts'

const messages = invoiceMessages.pay
const METHODS = ['bank', 'cash', 'card'] as const
const MAX = 9_999_999.99

interface Typed {
  amount: number | null
  paid_on: string
  method: (typeof METHODS)[number]
  reference: string
}

interface Props {
  invoice: Pick<Invoice, 'id' | 'number' | 'owed'>
  onClose: () => void
}

/** Records a payment of an invoice, or the refund of an overpayment; the outstanding amount is the default. */
export function PaymentDialog({ invoice: { id, number, owed }, onClose }: Props) {
  const readAgain = useReadInvoicesAgain()
  const isRefund = owed < 0
  const today = bucharestDay(new Date(serverNow()))
  const initial: Typed = { amount: Math.abs(owed), paid_on: today, method: 'bank', reference: '' }
  const { bind, set, busy, submit } = useForm({
    initial,
    check: ({ amount }) => (amount === null ? { amount: messages.noAmount } : {}),
    save: ({ amount, reference, ...rest }, key) => {
      const direction = isRefund ? ('out' as const) : ('in' as const)
      const body = { ...rest, amount: amount ?? 0, direction, reference: reference.trim() || null }
      return request(payInvoice, { params: { id }, body }, { key })
    },
    done: (_, { amount }) => {
      toast.good(messages.done(money(amount ?? 0)))
      readAgain()
      onClose()
    },
    failed: () => {
      /* Another user may have recorded a part meanwhile. */
      readAgain()
      return false
    },
  })
  const rest = money(Math.abs(owed))
  return (
    <FormDialog
      title={isRefund ? messages.refundTitle(number) : messages.title(number)}
      save={messages.save}
      isBusy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dim">{isRefund ? messages.leftBack(rest) : messages.left(rest)}</p>
      <RonField data-autofocus label={messages.amount} max={MAX} {...bind('amount')} />
      <DateField {...bind('paid_on')} label={messages.day} onChange={(day) => set('paid_on', day ?? today)} />
      <NativeSelect
        label={messages.method}
        data={METHODS.map((value) => ({ value, label: invoiceMessages.methods[value] }))}
        {...bind('method')}
      />
      <TextInput label={messages.reference} maxLength={100} {...bind('reference')} />
    </FormDialog>
  )
}
