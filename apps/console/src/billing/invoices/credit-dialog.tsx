import { correctInvoice, type InvoiceDetail } from '@dispecerat/contract/billing/invoices'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { RonField } from '../../shared/orders/ron-field.tsx'
import { useFieldProblems } from '../../shared/two-factor/use-field-problems.ts'
import { money } from '../../text/format.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { toast } from '../../ui/dialogs/toast.ts'
import { protocolMessages } from '../protocol-messages.ts'
import { invoiceMessages } from './invoice-messages.ts'
import { useReadInvoicesAgain } from './use-invoice-invalidation.ts'

const messages = invoiceMessages.credit
const MAX = 9_999_999.99

interface Props {
  invoice: Pick<InvoiceDetail, 'id' | 'number' | 'lines'>
  onClose: () => void
}

/** A credit note with amounts for chosen lines; a line without an amount is not credited. */
export function CreditDialog({ invoice: { id, number, lines }, onClose }: Props) {
  const readAgain = useReadInvoicesAgain()
  const [amounts, setAmounts] = useState<Readonly<Record<number, number | null>>>({})
  const [reason, setReason] = useState('')
  const wrong = useFieldProblems()
  const credited = lines.flatMap(({ line }) => (amounts[line] ? [{ line, amount: amounts[line] }] : []))
  const sum = credited.reduce((bani, { amount }) => bani + Math.round(amount * 100), 0) / 100
  const issue = useAction(
    (body: { reason: string | null; lines: typeof credited }, key) =>
      request(correctInvoice, { params: { id }, body }, { key }),
    {
      done: ({ data }) => {
        toast.good(protocolMessages.invoices.corrected(data.number))
        readAgain()
        onClose()
      },
      failed: (error) => {
        readAgain()
        return wrong.tell(error)
      },
    },
  )
  const submit = () => {
    if (credited.length === 0) return wrong.set({ lines: [messages.nothing] })
    wrong.set({})
    void issue.run({ reason: reason.trim() || null, lines: credited })
  }
  const ofLine = (line: number) => {
    const index = credited.findIndex((one) => one.line === line)
    return wrong.at(`lines.${index}.amount`) ?? wrong.at(`lines.${index}.line`)
  }
  return (
    <FormDialog
      title={messages.title(number)}
      save={messages.save}
      isBusy={issue.busy}
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
            error={ofLine(line)}
            onChange={(amount) => setAmounts((now) => ({ ...now, [line]: amount }))}
          />
        ))}
      <TextInput
        label={messages.reason}
        maxLength={200}
        value={reason}
        error={wrong.at('reason')}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <p aria-live="polite">{wrong.at('lines') ?? messages.sum(money(sum))}</p>
    </FormDialog>
  )
}
