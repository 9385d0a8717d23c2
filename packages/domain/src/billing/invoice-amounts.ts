/** State of an invoice today. */
export const INVOICE_STATES = ['owed', 'part_paid', 'overdue', 'paid', 'overpaid', 'corrected', 'credit_note'] as const
export type InvoiceState = (typeof INVOICE_STATES)[number]

/** Amounts of an invoice with its payments and credit notes, in bani. */
export interface InvoiceAmounts {
  kind: 'invoice' | 'credit_note'
  payableBani: number
  /** Payments less refunds. */
  paidBani: number
  /** Taken off by credit notes; never more than `payableBani`. */
  creditedBani: number
  /** 'YYYY-MM-DD': the last day to pay. */
  dueOn: string
  /** A credit note has cancelled the whole invoice and released its orders. */
  isCorrected: boolean
}

/** Amount the account still owes; negative: amount to refund. */
export function owedBani(invoice: Pick<InvoiceAmounts, 'payableBani' | 'paidBani' | 'creditedBani'>): number {
  return invoice.payableBani - invoice.creditedBani - invoice.paidBani
}

/** `today` is Bucharest's; an invoice is not overdue yet on its due day. */
export function invoiceState(invoice: InvoiceAmounts, today: string): InvoiceState {
  if (invoice.kind === 'credit_note') return 'credit_note'
  if (invoice.isCorrected) return 'corrected'
  const owed = owedBani(invoice)
  if (owed < 0) return 'overpaid'
  if (owed === 0) return invoice.payableBani > 0 && invoice.creditedBani === invoice.payableBani ? 'corrected' : 'paid'
  if (invoice.dueOn < today) return 'overdue'
  return invoice.paidBani > 0 ? 'part_paid' : 'owed'
}

/** A part of a line of an invoice that is taken back; `line` counts from one. */
export interface CreditedLine {
  line: number
  bani: number
}

/** Reason why a part cannot be taken back; `max` is what is left of the line. */
type CreditProblem = 'unknown' | 'twice' | { max: number }

/** Problems of a credit note's lines, by index; `left` is what is left of each line of the invoice. */
export function creditProblems(wanted: readonly CreditedLine[], left: readonly number[]): Map<number, CreditProblem> {
  const problems = new Map<number, CreditProblem>()
  const seen = new Set<number>()
  for (const [index, { line, bani }] of wanted.entries()) {
    const max = left[line - 1]
    if (max === undefined) problems.set(index, 'unknown')
    else if (seen.has(line)) problems.set(index, 'twice')
    else if (bani > max) problems.set(index, { max })
    seen.add(line)
  }
  return problems
}

/** The latest month whose invoicing day has come: on 28 July and later June for the 28th, until then May. `day` is 1–28. */
export function monthDueOn(today: string, day: number): string {
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number)
  const back = date >= day ? 1 : 2
  return new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7)
}

/** Every month after the one drafted last, up to the one due now, so that none is left out after a gap. null: none was drafted before. */
export function monthsDue(drafted: string | null, due: string): string[] {
  if (drafted === null) return [due]
  const months: string[] = []
  for (let month = due; month > drafted; month = monthBefore(month)) months.unshift(month)
  return months
}

function monthBefore(month: string): string {
  const [year = 0, of = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of - 2, 1)).toISOString().slice(0, 7)
}
