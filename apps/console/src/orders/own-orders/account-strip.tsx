import type { ProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { ApiError } from '../../api/api-error.ts'
import { useProtocolAccount } from '../../shared/companies/use-protocol-account.ts'
import { companyMessages } from '../../text/company-messages.ts'
import { money } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'

const messages = companyMessages.spend

/** The month's cost, the outstanding amount with its limit, and the contract. */
export function AccountStrip() {
  const { data, error } = useProtocolAccount()
  const hasNoContract = error instanceof ApiError && error.status === 404
  return (
    <section className="account-strip" aria-label={messages.label}>
      {data ? (
        <Spent account={data.data} />
      ) : (
        <span className="dim">{hasNoContract ? messages.noContract : ro.loading}</span>
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
          {messages.inactive}
        </strong>
      )}
      <dl className="account-numbers digits">
        <div>
          <dt>{messages.month}</dt>
          <dd>
            {messages.orders(month.finished)} · {money(month.cost)}
          </dd>
        </div>
        <div>
          <dt>{messages.open}</dt>
          <dd className={isOver ? 'account-warning' : undefined}>
            {money(open)}{' '}
            <span className="dim">
              {limit === null ? messages.noLimit : messages.limit(money(limit))}
              {limit !== null && !isOver ? `, ${messages.left(money(limit - open))}` : ''}
            </span>
            {isOver ? ` · ${messages.over}` : ''}
          </dd>
        </div>
        {account.contract_no ? (
          <div>
            <dt>{messages.contract}</dt>
            <dd>
              {account.contract_no}
              {account.contract_until ? ` · ${messages.until(roDay(account.contract_until))}` : ''}
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
