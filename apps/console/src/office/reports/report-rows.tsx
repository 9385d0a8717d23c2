import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import type { listOrdersForReport } from '@dispecerat/contract/orders/order-lists'
import type { TripState } from '@dispecerat/domain/orders/order'
import { Link } from '@tanstack/react-router'
import { OrderStateBadge } from '../../shared/orders/order-state-badge.tsx'
import '../../shared/orders/order-results.css'
import { findMessages } from '../../text/find-messages.ts'
import { dayAndSecond, shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'

const columns = findMessages.book.columns

/** One row per order. */
export function ReportRows({ rows }: { rows: ReplyOf<typeof listOrdersForReport>['data'] }) {
  return (
    <table className="order-results">
      <thead>
        <tr>
          <th>{columns.id}</th>
          <th>{columns.date}</th>
          <th>{columns.pickup}</th>
          <th className="is-number">{columns.sign}</th>
          <th className="is-number">{columns.minutes}</th>
          <th>{columns.state}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.orderId}>
            <td className="digits">
              <Link to="." search={(search) => ({ ...search, preview: row.orderId })}>
                {row.orderId}
              </Link>
            </td>
            <td className="digits">
              <time>{shownTime(row.orderDate, dayAndSecond)}</time>
            </td>
            <td>{row.placeName ?? ro.lists.noAddress}</td>
            <td className="is-number digits">{row.indicativ}</td>
            <td className="is-number digits">{row.callDuration}</td>
            <td>
              <OrderStateBadge state={row.state} tripState={row.trip_state as TripState | null} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
