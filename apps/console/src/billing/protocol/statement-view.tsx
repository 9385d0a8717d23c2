import type { Statement } from '@dispecerat/contract/billing/statements'
import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { money, shownTime } from '../../text/format.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { protocolMessages } from '../protocol-messages.ts'
import '../../shared/edit-page/edit-page.css'
import { monthChoices } from './last-month.ts'

const messages = protocolMessages.statement
const FILES = ['pdf', 'xlsx'] as const
const FIRST_NUMBER_COLUMN = 3

interface Props {
  month: string
  onMonth: (month: string) => void
  statement: Statement | undefined
  isError: boolean
  onRetry: () => void
  filePath: string
  /** Beside the files. */
  acts?: ReactNode
  /** Under the orders. */
  children?: ReactNode
}

/** The monthly statement of an account: trips and cost, also as files. */
export function StatementView({ month, onMonth, statement, isError, onRetry, filePath, acts, children }: Props) {
  return (
    <section className="panel edit-section statement-panel" aria-labelledby="statement">
      <h2 id="statement">{messages.title}</h2>
      <div className="statement-head">
        <NativeSelect
          size="xs"
          label={messages.month}
          value={month}
          data={monthChoices(month).map((value) => ({ value, label: monthName(value) }))}
          onChange={(event) => onMonth(event.currentTarget.value)}
        />
        <ExportButtons path={filePath} query={{ month }} fileName={`situatie-${month}`} formats={FILES} />
        {acts}
      </div>
      {isError && statement === undefined ? <LoadFailed onRetry={onRetry} /> : null}
      {statement ? <Orders statement={statement} /> : null}
      {children}
    </section>
  )
}

function Orders({ statement: { totals, orders, is_cut } }: { statement: Statement }) {
  const totalRows = [
    [messages.cost, totals.cost],
    [messages.discount, totals.discount],
    [messages.charged, totals.charged],
    [messages.notInvoiced, totals.not_invoiced],
  ] as const
  if (orders.length === 0) return <p className="dim">{messages.empty}</p>
  return (
    <>
      <p>{messages.orders(totals.orders)}</p>
      <dl className="statement-sums digits">
        {totalRows.map(([label, sum]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{money(sum)}</dd>
          </div>
        ))}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by key */}
      <section className="statement-scroll" tabIndex={0} aria-label={messages.list}>
        <table className="statement-table digits">
          <thead>
            <tr>
              {messages.columns.map((label, index) => (
                <th key={label} scope="col" className={index < FIRST_NUMBER_COLUMN ? undefined : 'end'}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.order_id}>
                <td>{shownTime(order.finished_at)}</td>
                <td>{order.order_id}</td>
                <td>{[order.pickup, order.destination].filter(Boolean).join(' → ')}</td>
                <td className="end">{money(order.cost)}</td>
                <td className="end">{order.discount === 0 ? '' : `−${money(order.discount)}`}</td>
                <td className="end">{money(order.charged)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {is_cut ? <p className="dim">{messages.cut}</p> : null}
    </>
  )
}

/** '2026-10' → 'octombrie 2026'. */
export function monthName(month: string): string {
  const [year = '', of = '1'] = month.split('-')
  return `${protocolMessages.monthNames[Number(of) - 1] ?? of} ${year}`
}
