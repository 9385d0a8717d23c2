import { money } from '../../text/format.ts'
import { financeMessages as messages } from './finance-messages.ts'

/** RON; a negative amount has its sign and a text, because colour alone is not accessible. */
export function Amount({ ron }: { ron: number }) {
  return (
    <span className="digits">
      {money(ron)}
      {ron < 0 ? <span className="dim"> {messages.sold.debit}</span> : null}
    </span>
  )
}
