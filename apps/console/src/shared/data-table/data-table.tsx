import { Checkbox, Skeleton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { tableMessages } from '../../text/table-messages.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useShownColumns } from './column-choice.ts'
import './data-table.css'
import { TableFoot } from './table-foot.tsx'

export interface Column<Row> {
  /** Also the server's sort key. */
  key: string
  label: string
  render: (row: Row) => ReactNode
  sortable?: boolean
  /** Digits, aligned to the right. */
  isNumber?: boolean
  /** A CSS width. */
  width?: string
  hiddenByDefault?: boolean
}

interface Props<Row extends { id: number }> {
  /** The table's accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined during the first load. */
  rows: readonly Row[] | undefined
  total: number
  totalIsCapped?: boolean
  page: number
  perPage: number
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  onPage: (page: number) => void
  onPerPage?: (perPage: number) => void
  /** The ids of selected rows; with `onSelect` each row gets a checkbox. */
  selection?: ReadonlySet<number>
  onSelect?: (selection: ReadonlySet<number>) => void
  /** Accessible name of a row's checkbox. */
  rowName?: (row: Row) => string
  /** Link of a row: '/car/7'. */
  rowHref?: (row: Row) => string
  /** For rows without a link: opens a detail beside the table; the first cell contains the button. */
  onOpen?: (row: Row) => void
  /** Shown when there are no rows. */
  empty?: ReactNode
  isFetching?: boolean
  isError?: boolean
  onRetry?: () => void
  columnsKey: string
}

/**
 * A table sorted and paged by the server; ↑ and ↓ move between rows, Enter opens one, Ctrl+click opens it in a new
 * tab.
 */
export function DataTable<Row extends { id: number }>(props: Props<Row>) {
  const { label, rows, columns, columnsKey, isError, onRetry, isFetching } = props
  const { shown } = useShownColumns(columnsKey, columns)
  if (isError && rows === undefined && onRetry) {
    return (
      <section className="panel">
        <LoadFailed onRetry={onRetry} />
      </section>
    )
  }
  return (
    <section className="panel data-table" aria-busy={isFetching} data-fetching={isFetching || undefined}>
      <div className="data-table-scroll">
        {rows === undefined ? (
          <Skeleton height={420} />
        ) : (
          <table aria-label={label}>
            <Head {...props} shown={shown} />
            <Body {...props} shown={shown} rows={rows} />
          </table>
        )}
      </div>
      {rows === undefined ? null : <TableFoot {...props} shownRows={rows.length} />}
    </section>
  )
}

type Shown<Row extends { id: number }> = Props<Row> & { shown: readonly Column<Row>[] }

function Head<Row extends { id: number }>({ shown, rows = [], sort, onSort, selection, onSelect }: Shown<Row>) {
  const chosen = rows.filter(({ id }) => selection?.has(id)).length
  return (
    <thead>
      <tr>
        {onSelect ? (
          <th className="data-table-box">
            <Checkbox
              size="xs"
              aria-label={tableMessages.selectAll}
              checked={rows.length > 0 && chosen === rows.length}
              indeterminate={chosen > 0 && chosen < rows.length}
              onChange={() => onSelect(chosen === rows.length ? new Set() : new Set(rows.map(({ id }) => id)))}
            />
          </th>
        ) : null}
        {shown.map((column) => (
          <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  )
}

const NEXT_SORT = { none: '', ascending: '-', descending: null } as const

function HeadCell<Row>({
  column: { key, label, sortable, isNumber, width },
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}) {
  const order = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'
  const next = NEXT_SORT[order]
  return (
    <th
      className={isNumber ? 'is-number' : undefined}
      style={width ? { width } : undefined}
      aria-sort={sortable ? order : undefined}
    >
      {sortable ? (
        <button
          type="button"
          title={tableMessages.sortBy(label)}
          onClick={() => onSort(next === null ? undefined : next + key)}
        >
          {label}
          <span aria-hidden className="data-table-order">
            {order === 'ascending' ? '↑' : order === 'descending' ? '↓' : ''}
          </span>
        </button>
      ) : (
        label
      )}
    </th>
  )
}

function Body<Row extends { id: number }>(props: Shown<Row>) {
  const { rows = [], shown, empty, onSelect } = props
  if (rows.length === 0) {
    return (
      <tbody>
        <tr>
          <td colSpan={shown.length + (onSelect ? 1 : 0)} className="data-table-empty">
            {empty ?? tableMessages.empty}
          </td>
        </tr>
      </tbody>
    )
  }
  return (
    <tbody onKeyDown={walk}>
      {rows.map((row) => (
        <BodyRow key={row.id} {...props} row={row} />
      ))}
    </tbody>
  )
}

function BodyRow<Row extends { id: number }>({
  row,
  shown,
  rowHref,
  onOpen,
  rowName,
  selection,
  onSelect,
}: Shown<Row> & { row: Row }) {
  const navigate = useNavigate()
  const href = rowHref?.(row)
  const open = (event: MouseEvent<HTMLElement>) => {
    if (event.defaultPrevented || (event.target as HTMLElement).closest('a, button, input, label')) return
    if (href === undefined) onOpen?.(row)
    else if (event.ctrlKey || event.metaKey) window.open(href, '_blank', 'noopener')
    else void navigate({ href })
  }
  const choose = () => {
    const next = new Set(selection)
    if (!next.delete(row.id)) next.add(row.id)
    onSelect?.(next)
  }
  return (
    <tr
      onClick={open}
      data-row={row.id}
      data-opens={href !== undefined || onOpen !== undefined || undefined}
      data-chosen={selection?.has(row.id) || undefined}
    >
      {onSelect ? (
        <td className="data-table-box">
          <Checkbox
            size="xs"
            aria-label={tableMessages.selectRow(rowName?.(row) ?? String(row.id))}
            checked={selection?.has(row.id) ?? false}
            onChange={choose}
          />
        </td>
      ) : null}
      {shown.map(({ key, render, isNumber }, i) => (
        <td key={key} className={isNumber ? 'is-number digits' : undefined}>
          {i === 0 && href !== undefined ? <RowLink href={href}>{render(row)}</RowLink> : render(row)}
        </td>
      ))}
    </tr>
  )
}

function RowLink({ href, children }: { href: string; children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <a
      href={href}
      data-row-link
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        void navigate({ href })
      }}
    >
      {children}
    </a>
  )
}

function walk(event: KeyboardEvent<HTMLTableSectionElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-row-link]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (to === undefined || at < 0) return
  event.preventDefault()
  links[to]?.focus()
}
