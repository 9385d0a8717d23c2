import type { ProtocolAccount } from '@dispecerat/contract/protocol-account'
import { ApiError } from '../../api/api-error.ts'
import { useProtocolAccount } from '../../parts/use-protocol-account.ts'
import { companyWords } from '../../text/company-words.ts'
import { money } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'

const words = companyWords.spend

/** What the month costs, what stands open against the limit, and the contract. */
export function AccountStrip() {
  const { data, error } = useProtocolAccount()
  const hasNoContract = error instanceof ApiError && error.status === 404
  return (
    <section className="account-strip" aria-label={words.label}>
      {data ? (
        <Spent account={data.data} />
      ) : (
        <span className="dim">{hasNoContract ? words.noContract : ro.loading}</span>
      )}
    </section>
  )
}

function Spent({ account }: { account: ProtocolAccount }) {
  const { month, open_amount: open, credit_limit: limit } = account
  const isOver = limit !== null && open > limit
  return (
    <>
      {account.is_active ? null : (
        <strong className="account-warning" role="status">
          {words.inactive}
        </strong>
      )}
      <dl className="account-numbers digits">
        <div>
          <dt>{words.month}</dt>
          <dd>
            {words.orders(month.finished)} · {money(month.cost)}
          </dd>
        </div>
        <div>
          <dt>{words.open}</dt>
          <dd className={isOver ? 'account-warning' : undefined}>
            {money(open)}{' '}
            <span className="dim">
              {limit === null ? words.noLimit : words.limit(money(limit))}
              {limit !== null && !isOver ? `, ${words.left(money(limit - open))}` : ''}
            </span>
            {isOver ? ` · ${words.over}` : ''}
          </dd>
        </div>
        {account.contract_no ? (
          <div>
            <dt>{words.contract}</dt>
            <dd>
              {account.contract_no}
              {account.contract_until ? ` · ${words.until(roDay(account.contract_until))}` : ''}
            </dd>
          </div>
        ) : null}
      </dl>
    </>
  )
}

/** '2026-11-21' → '21.11.2026'. */
function roDay(day: string): string {
  return day.split('-').reverse().join('.')
}
