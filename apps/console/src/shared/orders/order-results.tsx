import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { findMessages } from '../../text/find-messages.ts'
import { shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { showOrderPreview } from '../order-preview/order-preview-drawer.tsx'
import { useTimeFormat } from '../user/use-time-format.ts'
import './order-results.css'
import { OrderStateBadge } from './order-state-badge.tsx'

const messages = findMessages.book

export interface ResultColumn {
  name: string
  isNumber?: boolean
  of: (order: OrderView) => ReactNode
}

interface Props {
  label: string
  orders: readonly OrderView[]
  columns: readonly ResultColumn[]
  /** Called on Enter, instead of opening the preview. */
  onEnter?: (order: OrderView) => void
  /** Called on ↑ in the first row. */
  onLeaveTop?: () => void
}

/** A letter, because colour alone is not accessible: F finished, A canceled, I under way. */
function markOf({ state }: OrderView): 'finished' | 'canceled' | 'assigned' | null {
  return state === 'finished' || state === 'canceled' || state === 'assigned' ? state : null
}

/** Place names in order lists are cut after 30 characters. */
export function shortPlaceName(name: string | undefined): string {
  if (name === undefined) return ''
  return name.length > 30 ? `${name.slice(0, 30)}...` : name
}

export const PLACE_COLUMNS: readonly ResultColumn[] = [
  { name: messages.columns.pickup, of: ({ places }) => <Place name={places[0]?.name} /> },
  { name: messages.columns.destination, of: ({ places }) => <Place name={places.slice(1).at(-1)?.name} /> },
]

function Place({ name }: { name: string | undefined }) {
  return <span title={name}>{shortPlaceName(name)}</span>
}

/** Orders as rows: a click or Enter opens the preview, ↑ and ↓ move, Ctrl+click opens a new tab. */
export function OrderResults({ label, orders, columns, onEnter, onLeaveTop }: Props) {
  const walk = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-row]')]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
    if (to === undefined || at < 0) return
    event.preventDefault()
    if (to < 0) onLeaveTop?.()
    else links[to]?.focus()
  }
  return (
    <table className="order-results" aria-label={label}>
      <thead>
        <tr>
          <th>
            <span className="visually-hidden">{messages.columns.mark}</span>
          </th>
          <th>{messages.columns.id}</th>
          <th>{messages.columns.date}</th>
          {columns.map(({ name, isNumber }) => (
            <th key={name} className={isNumber ? 'is-number' : undefined}>
              {name}
            </th>
          ))}
          <th>{messages.columns.state}</th>
        </tr>
      </thead>
      <tbody onKeyDown={walk}>
        {orders.map((order) => (
          <ResultRow key={order.id} order={order} columns={columns} onEnter={onEnter} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  order: OrderView
  columns: readonly ResultColumn[]
  onEnter: ((order: OrderView) => void) | undefined
}

function ResultRow({ order, columns, onEnter }: RowProps) {
  const mark = markOf(order)
  const timeFormat = useTimeFormat()
  const open = (event: MouseEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
    event.preventDefault()
    showOrderPreview(order.id)
  }
  return (
    <tr className={mark ? `mark-${mark}` : undefined} onClick={open}>
      <td className="order-mark">
        {mark ? <abbr title={messages.markNames[mark]}>{messages.marks[mark]}</abbr> : null}
      </td>
      <td className="digits">
        <Link
          to="."
          search={(search) => ({ ...search, preview: order.id })}
          data-row={order.id}
          onClick={open}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || onEnter === undefined) return
            event.preventDefault()
            onEnter(order)
          }}
        >
          {order.id}
        </Link>
      </td>
      <td className="digits">
        <time>{shownTime(order.created_at, timeFormat)}</time>
      </td>
      {columns.map(({ name, isNumber, of }) => (
        <td key={name} className={isNumber ? 'is-number digits' : undefined}>
          {of(order)}
        </td>
      ))}
      <td>
        <OrderStateBadge state={order.state} tripState={order.trip_state} />
        {order.dispatcher_id === null && order.state !== 'new' ? (
          <span className="small dim"> {ro.order.online}</span>
        ) : null}
      </td>
    </tr>
  )
}
