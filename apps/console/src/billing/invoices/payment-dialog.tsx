import { type Invoice, payInvoice } from '@dispecerat/contract/billing/invoices'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { RonField } from '../../shared/orders/ron-field.tsx'
import { useFieldProblems } from '../../shared/two-factor/use-field-problems.ts'
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
  day: string
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
  const [typed, setTyped] = useState<Typed>({ amount: Math.abs(owed), day: today, method: 'bank', reference: '' })
  const put = (change: Partial<Typed>) => setTyped((now) => ({ ...now, ...change }))
  const wrong = useFieldProblems()
  const pay = useAction(
    ({ amount, day, method, reference }: Typed & { amount: number }, key) => {
      const direction = isRefund ? ('out' as const) : ('in' as const)
      const body = { amount, direction, paid_on: day, method, reference: reference.trim() || null }
      return request(payInvoice, { params: { id }, body }, { key })
    },
    {
      done: (_, { amount }) => {
        toast.good(messages.done(money(amount)))
        readAgain()
        onClose()
      },
      failed: (error) => {
        /* Another user may have recorded a part meanwhile. */
        readAgain()
        return wrong.tell(error)
      },
    },
  )
  const submit = () => {
    const { amount } = typed
    if (amount === null) return wrong.set({ amount: [messages.noAmount] })
    wrong.set({})
    void pay.run({ ...typed, amount })
  }
  const rest = money(Math.abs(owed))
  return (
    <FormDialog
      title={isRefund ? messages.refundTitle(number) : messages.title(number)}
      save={messages.save}
      isBusy={pay.busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dim">{isRefund ? messages.leftBack(rest) : messages.left(rest)}</p>
      <RonField
        data-autofocus
        label={messages.amount}
        max={MAX}
        value={typed.amount}
        error={wrong.at('amount')}
        onChange={(amount) => put({ amount })}
      />
      <DateField
        label={messages.day}
        value={typed.day}
        error={wrong.at('paid_on')}
        onChange={(day) => put({ day: day ?? today })}
      />
      <NativeSelect
        label={messages.method}
        value={typed.method}
        error={wrong.at('method')}
        data={METHODS.map((value) => ({ value, label: invoiceMessages.methods[value] }))}
        onChange={({ currentTarget: { value } }) => put({ method: METHODS.find((one) => one === value) ?? 'bank' })}
      />
      <TextInput
        label={messages.reference}
        maxLength={100}
        value={typed.reference}
        error={wrong.at('reference')}
        onChange={(event) => put({ reference: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
