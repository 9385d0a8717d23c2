import { correctInvoice, type InvoiceDetail } from '@dispecerat/contract/billing/invoices'
import { TextInput } from '@mantine/core'
import { request } from '../../api/request.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { RonField } from '../../shared/orders/ron-field.tsx'
import { money } from '../../text/format.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { protocolMessages } from '../protocol-messages.ts'
import { invoiceMessages } from './invoice-messages.ts'
import { useReadInvoicesAgain } from './use-invoice-invalidation.ts'

const messages = invoiceMessages.credit
const MAX = 9_999_999.99

/** Line of the invoice → amount. */
type Amounts = Readonly<Record<number, number | null>>

interface Props {
  invoice: Pick<InvoiceDetail, 'id' | 'number' | 'lines'>
  onClose: () => void
}

/** A credit note with amounts for chosen lines; a line without an amount is not credited. */
export function CreditDialog({ invoice: { id, number, lines }, onClose }: Props) {
  const readAgain = useReadInvoicesAgain()
  const none: Amounts = {}
  const creditedOf = (amounts: Amounts) =>
    lines.flatMap(({ line }) => (amounts[line] ? [{ line, amount: amounts[line] }] : []))
  const { values, errors, bind, part, set, busy, submit } = useForm({
    initial: { lines: none, reason: '' },
    check: ({ lines: amounts }) => (creditedOf(amounts).length === 0 ? { lines: messages.nothing } : {}),
    save: ({ lines: amounts, reason }, key) => {
      const body = { reason: reason.trim() || null, lines: creditedOf(amounts) }
      return request(correctInvoice, { params: { id }, body }, { key })
    },
    done: ({ data }) => {
      toast.good(protocolMessages.invoices.corrected(data.number))
      readAgain()
      onClose()
    },
    failed: () => {
      readAgain()
      return false
    },
  })
  const amounts = values.lines
  const credited = creditedOf(amounts)
  const sum = credited.reduce((bani, { amount }) => bani + Math.round(amount * 100), 0) / 100
  const ofLine = (line: number) => {
    const index = credited.findIndex((one) => one.line === line)
    return part(errors[`lines.${index}.line`] ? `lines.${index}.line` : `lines.${index}.amount`)
  }
  return (
    <FormDialog
      title={messages.title(number)}
      save={messages.save}
      isBusy={busy}
      isDanger
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dim small">{messages.hint}</p>
      {lines
        .filter(({ left }) => left > 0)
        .map(({ line, name, left }, index) => (
          <RonField
            key={line}
            {...(index === 0 ? { 'data-autofocus': true } : {})}
            label={messages.line(name, money(left))}
            max={MAX}
            value={amounts[line] ?? null}
            {...ofLine(line)}
            onChange={(amount) => set('lines', { ...amounts, [line]: amount })}
          />
        ))}
      <TextInput label={messages.reason} maxLength={200} {...bind('reason')} />
      <p aria-live="polite">{errors.lines ?? messages.sum(money(sum))}</p>
    </FormDialog>
  )
}
