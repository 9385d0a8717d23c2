import { financeMessages as messages } from '../../text/finance-messages.ts'
import { money } from '../../text/format.ts'

/** RON; below zero with its sign and the word, never by a colour alone. */
export function Amount({ ron }: { ron: number }) {
  return (
    <span className="digits">
      {money(ron)}
      {ron < 0 ? <span className="dim"> {messages.sold.debit}</span> : null}
    </span>
  )
}
