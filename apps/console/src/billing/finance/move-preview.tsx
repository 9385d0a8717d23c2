import type { DriverBalance } from '@dispecerat/contract/billing/finance'
import type { FinanceMove } from '@dispecerat/contract/billing/finance-history'
import { money, shownTime } from '../../text/format.ts'
import { Amount } from './amount.tsx'
import { driverName } from './driver-field.tsx'
import { financeMessages } from './finance-messages.ts'

const messages = financeMessages.transfer

export interface Change {
  driver: DriverBalance
  /** RON, with its sign. */
  by: number
}

/** The current and the resulting balances; only the server decides. */
export function MovePreview({ changes, warning }: { changes: readonly Change[]; warning?: string | null | undefined }) {
  return (
    <section className="finance-preview" aria-label={messages.preview} aria-live="polite">
      <h3>{messages.preview}</h3>
      {changes.length === 0 ? <span className="dim">{messages.nothingYet}</span> : null}
      {changes.map(({ driver, by }) => (
        <div key={driver.driver_id} className="finance-preview-line">
          <strong>{driverName(driver)}</strong>
          <Amount ron={driver.balance} />
          <span aria-hidden>→</span>
          <Amount ron={Math.round((driver.balance + by) * 100) / 100} />
        </div>
      ))}
      {warning ? (
        <span role="alert">
          <span aria-hidden>!</span> {warning}
        </span>
      ) : null}
    </section>
  )
}

/** The transfer as saved by the server. */
export function WrittenMove({ move }: { move: FinanceMove | null }) {
  if (move === null) return null
  return (
    <section className="finance-preview finance-flash" aria-label={messages.last} key={move.transaction_id}>
      <h3>{messages.last}</h3>
      {move.rows.map((row) => (
        <div key={row.id} className="finance-preview-line" data-move={row.transaction_id}>
          <span>{financeMessages.history.types[row.type]}</span>
          <strong>
            {driverName({ indicativ: row.indicativ, identifier: row.driver_identifier, name: row.driver_name })}
          </strong>
          <span className="digits">{money(row.amount)}</span>
          <span aria-hidden>→</span>
          <Amount ron={row.balance_after} />
          <time className="dim">{shownTime(row.created_at)}</time>
        </div>
      ))}
    </section>
  )
}
