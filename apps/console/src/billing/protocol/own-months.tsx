import { listOwnMonths, type OwnMonth } from '@dispecerat/contract/billing/own-money'
import { Skeleton } from '@mantine/core'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { useProtocolAccount } from '../../shared/companies/use-protocol-account.ts'
import { money } from '../../text/format.ts'
import { ownScreenMessages } from '../../text/own-screen-messages.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { monthName } from './statement-view.tsx'

const messages = ownScreenMessages.months

interface Props {
  month: string
  onMonth: (month: string) => void
}

/** The cost of each of the last twelve months, compared with the contract's credit limit. */
export function OwnMonths({ month, onMonth }: Props) {
  const account = useProtocolAccount().data?.data
  const limit = account?.credit_limit ?? null
  const { data, isError, refetch } = useEndpointQuery(listOwnMonths)
  const max = Math.max(1, limit ?? 0, ...(data?.data.map(({ charged }) => charged) ?? []))
  return (
    <section className="panel edit-section" aria-labelledby="own-months">
      <h2 id="own-months">{messages.title}</h2>
      {account ? (
        <p className="dim">
          {messages.open(money(account.open_amount))} ·{' '}
          {limit === null ? messages.noLimit : messages.limit(money(limit))}
        </p>
      ) : null}
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton height={280} /> : null}
      {data ? (
        <table className="statement-table own-months digits">
          <thead>
            <tr>
              <th scope="col">{messages.month}</th>
              <th scope="col" className="end">
                {messages.orders}
              </th>
              <th scope="col">{messages.charged}</th>
              <th scope="col" className="end">
                {messages.notInvoiced}
              </th>
              <th scope="col" className="end">
                {messages.owed}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((row) => (
              <MonthRow
                key={row.month}
                row={row}
                max={max}
                limit={limit}
                isShown={row.month === month}
                onShow={() => onMonth(row.month)}
              />
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  )
}

interface RowProps {
  row: OwnMonth
  max: number
  limit: number | null
  isShown: boolean
  onShow: () => void
}

function MonthRow({ row, max, limit, isShown, onShow }: RowProps) {
  const { month, orders, charged, not_invoiced, owed } = row
  const name = monthName(month)
  return (
    <tr aria-current={isShown ? 'true' : undefined}>
      <td>
        <button type="button" className="own-month" aria-label={messages.show(name)} onClick={onShow}>
          {name}
        </button>
      </td>
      <td className="end">{orders}</td>
      <td>
        <span className="own-month-spent">
          <span className="own-month-bar" aria-hidden>
            <span style={{ width: `${Math.round((charged / max) * 100)}%` }} />
          </span>
          <span>{money(charged)}</span>
          {limit !== null && limit > 0 ? (
            <span className="dim small">{messages.ofLimit(Math.round((charged / limit) * 100))}</span>
          ) : null}
        </span>
      </td>
      <td className="end">{money(not_invoiced)}</td>
      <td className="end">{money(owed)}</td>
    </tr>
  )
}
