import { listOwnInvoices, listOwnMonths } from '@dispecerat/contract/billing/own-money'
import { readOwnStatement } from '@dispecerat/contract/billing/statements'
import { listOrders } from '@dispecerat/contract/orders/orders'
import { readProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { money, shownDay } from '../../text/format.ts'
import { stateOf } from '../invoices/invoice-state.ts'
import { OwnInvoices } from '../invoices/own-invoices.tsx'
import { protocolMessages as messages } from '../protocol-messages.ts'
import { thisMonth } from './last-month.ts'
import { OwnMonths } from './own-months.tsx'
import './protocol.css'
import { StatementView } from './statement-view.tsx'

/** /statements: the expenses of the logged-in account by month, and its invoices. */
export function OwnStatementScreen() {
  const navigate = useNavigate()
  const { month = thisMonth() } = useSearch({ from: '/app/statements' })
  useOwnMoneyInvalidation()
  const { data, isError, refetch } = useEndpointQuery(readOwnStatement, { query: { month } })
  const statement = data?.data
  const show = (next: string) => void navigate({ to: '.', search: { month: next }, replace: true })
  return (
    <main id="content" className="page edit-page">
      <h1>{messages.titles.own}</h1>
      <OwnMonths month={month} onMonth={show} />
      <StatementView
        month={month}
        onMonth={show}
        statement={statement}
        isError={isError}
        onRetry={() => void refetch()}
        filePath="/api/protocol-account/statement/file"
      >
        {statement && statement.invoices.length > 0 ? (
          <>
            <h3>{messages.invoices.title}</h3>
            <ul className="invoice-list">
              {statement.invoices.map((invoice) => (
                <li key={invoice.id}>
                  <b>
                    {messages.invoices.kinds[invoice.kind]} {invoice.number}
                  </b>
                  <span className="digits">{money(invoice.total)}</span>
                  <span>{shownDay(invoice.issued_on)}</span>
                  <span className="dim">{stateOf(invoice)}</span>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </StatementView>
      <OwnInvoices />
    </main>
  )
}

/** Orders, invoices and the contract are changed by others too. */
function useOwnMoneyInvalidation() {
  const cache = useQueryClient()
  const readAgain = () =>
    void invalidate(cache, listOrders, readProtocolAccount, listOwnMonths, readOwnStatement, listOwnInvoices)
  useLive('own_invoices_changed', readAgain)
  useLive('own_order_changed', readAgain)
  useLive('own_account_changed', readAgain)
  useResync(readAgain)
}
