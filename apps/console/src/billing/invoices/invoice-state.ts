import type { Invoice } from '@dispecerat/contract/billing/invoices'
import { money, shownDay } from '../../text/format.ts'
import { protocolMessages } from '../protocol-messages.ts'
import { invoiceMessages } from './invoice-messages.ts'

const messages = protocolMessages.invoices

/** State of an invoice in one line: its payments, its reversal. */
export function stateOf(invoice: Invoice): string {
  const { kind, corrected_by, corrects, paid_on, paid, owed, total, credited, state } = invoice
  if (kind === 'credit_note') return corrects ? messages.corrects(corrects.number) : ''
  if (corrected_by) return messages.correctedBy(corrected_by.number)
  if (state === 'paid' && paid_on) return messages.paidOn(shownDay(paid_on))
  if (state === 'overpaid') return `${invoiceMessages.states.overpaid} ${money(-owed)}`
  const isPart = paid > 0 && owed > 0
  return [
    invoiceMessages.states[state],
    isPart ? invoiceMessages.paidOf(money(paid), money(Math.round((total - credited) * 100) / 100)) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
