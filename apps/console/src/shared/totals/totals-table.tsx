import type { Report, ReportColumn, ReportRow } from '@dispecerat/contract/office/reports'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FinanceParams } from '../../routes/params/finance-params.ts'
import type { ReportParams } from '../../routes/params/order-list-params.ts'
import { reportMessages as messages } from '../../text/report-messages.ts'
import { figureText } from './figure-text.ts'

const MAX_SHOWN = 200
/** A table with more columns is compact, to avoid horizontal scrolling. */
const MANY_COLUMNS = 12

interface Props {
  label: string
  report: Report
  rows: readonly ReportRow[]
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  /** Link behind a figure; '' is the row of totals. */
  behind: (id: string, column: string) => Behind | null
}

/** The rows behind a figure: a list and its parameters. */
export type Behind =
  | { to: '/reports/orders'; search: ReportParams }
  | { to: '/finances/history'; search: FinanceParams }

/** The figures, their totals, and links to the rows behind them. */
export function TotalsTable({ label, report: { columns, totals }, rows, sort, onSort, behind }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? rows : rows.slice(0, MAX_SHOWN)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="panel sums-table" aria-label={label} tabIndex={0}>
      <table aria-label={label} data-wide={columns.length > MANY_COLUMNS || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 ? (
            <tr>
              <td colSpan={columns.length} className="sums-empty">
                {messages.none}
              </td>
            </tr>
          ) : null}
          {shown.map((row) => (
            <tr key={String(row.id)} data-row={row.id}>
              {columns.map((column) => (
                <Figure key={column.key} row={row} column={column} behind={behind} />
              ))}
            </tr>
          ))}
        </tbody>
        {rows.length > 0 ? (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <Figure
                  key={column.key}
                  row={{ ...totals, id: '', label: messages.totals }}
                  column={column}
                  behind={behind}
                />
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
      {shown.length < rows.length ? (
        <p className="sums-more">
          <Button size="compact-sm" variant="default" onClick={() => setShowsAll(true)}>
            {messages.showAll(groupThousands(rows.length))}
          </Button>
        </p>
      ) : null}
    </section>
  )
}

const NEXT = { none: '-', descending: '', ascending: null } as const

function HeadCell({ column: { key, label }, sort, onSort }: { column: ReportColumn } & Pick<Props, 'sort' | 'onSort'>) {
  const order = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'
  const next = NEXT[order]
  return (
    <th aria-sort={order} className={key === 'label' ? undefined : 'is-number'}>
      <button
        type="button"
        title={messages.sortBy(label)}
        onClick={() => onSort(next === null ? undefined : `${next}${key}`)}
      >
        {label}
        <span aria-hidden>{order === 'ascending' ? ' ↑' : order === 'descending' ? ' ↓' : ''}</span>
      </button>
    </th>
  )
}

function Figure({
  row,
  column: { key, label, kind },
  behind,
}: { row: ReportRow; column: ReportColumn } & Pick<Props, 'behind'>) {
  const figure = row[key]
  const text = figureText(figure, kind)
  const rows = figure === 0 || figure === null ? null : behind(String(row.id), key)
  const describe = rows?.to === '/finances/history' ? messages.linesOf : messages.figureOf
  const name = key === 'label' ? messages.ordersOf(text) : describe(text, label, String(row.label))
  const content = rows ? (
    <Link {...rows} aria-label={name}>
      {text}
    </Link>
  ) : (
    text
  )
  return key === 'label' ? <th scope="row">{content}</th> : <td className="is-number digits">{content}</td>
}
