import type { Statistics } from '@dispecerat/contract/orders/company-dispatch'
import type { Permission } from '@dispecerat/domain/identity/permissions'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useUser } from '../../api/session.ts'
import { useStatistics } from '../../shared/orders/use-statistics.ts'
import { hourToSecond } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { dashboardMessages as messages } from './dashboard-messages.ts'

interface CardShape {
  title: string
  /** The page that lists what the card counts. */
  to: string
  params?: Record<string, string>
  /** Filters with which that page lists exactly what is counted. */
  search?: Record<string, string>
  /** Without this permission the number has no link. */
  may: Permission
  count: keyof Statistics
  note: (counts: Statistics) => string
}

const CARDS: readonly CardShape[] = [
  {
    title: messages.ordersToday,
    to: '/reports/orders',
    may: 'orders.read',
    count: 'ordersTodayCount',
    note: ({ canceledOrdersTodayCount }) => messages.canceledToday(canceledOrdersTodayCount),
  },
  {
    title: messages.drivers,
    to: '/users/$type',
    params: { type: 'driver' },
    may: 'users.read',
    count: 'driversCount',
    note: ({ driversOnlineCount }) => messages.driversOnline(driversOnlineCount),
  },
  {
    title: messages.clients,
    to: '/users/$type',
    params: { type: 'client' },
    may: 'users.read',
    count: 'clientsCount',
    note: () => '',
  },
  {
    title: messages.total,
    to: '/orders/$type',
    params: { type: 'all' },
    may: 'orders.read',
    count: 'ordersTotalCount',
    note: () => '',
  },
  {
    title: messages.announces,
    to: '/announcements',
    search: { time: 'active' },
    may: 'announcements.read',
    count: 'announcesCount',
    note: () => messages.announcesNow,
  },
  {
    title: messages.incidents,
    to: '/incidents',
    search: { status: 'not_closed' },
    may: 'incidents.read',
    count: 'incidentsCount',
    note: () => messages.incidentsOpen,
  },
]

/** Six numbers; each keeps its last value and shows its age when the server does not reply. */
export function StatCards() {
  const { data, isError, isFetching, refetch, dataUpdatedAt } = useStatistics()
  const at = dataUpdatedAt > 0 ? hourToSecond(new Date(dataUpdatedAt)) : null
  return (
    <section aria-label={messages.stats} className="stats">
      <div className="stats-age small dim">
        {at === null ? null : <span className="digits">{ro.updatedAt(at)}</span>}
        <ActionIcon
          variant="default"
          size={26}
          aria-label={messages.refreshAll}
          loading={isFetching && isError}
          onClick={() => void refetch()}
        >
          <IconRefresh size={15} />
        </ActionIcon>
      </div>
      <ul className="stat-cards">
        {CARDS.map((card) => (
          <Card key={card.title} {...card}>
            <span className="stat-title">{card.title}</span>
            <span className="stat-number digits">
              <Figure count={data?.[card.count]} isError={isError} />
            </span>
            <span className="small dim">{data ? card.note(data) : ''}</span>
            {isError ? (
              <span className="small stat-failed">{at === null ? ro.failures.load : messages.lastGood(at)}</span>
            ) : null}
          </Card>
        ))}
      </ul>
    </section>
  )
}

function Figure({ count, isError }: { count: number | undefined; isError: boolean }) {
  if (count !== undefined) return groupThousands(count)
  return isError ? '–' : <Skeleton component="span" display="block" width={48} height={24} />
}

function Card({
  to,
  params,
  search,
  may,
  children,
}: Omit<CardShape, 'title' | 'count' | 'note'> & { children: ReactNode }) {
  const { permissions } = useUser()
  return (
    <li className="panel stat-card">
      {permissions.includes(may) ? (
        <Link to={to as '/operator/map'} params={params as never} search={search as never}>
          {children}
        </Link>
      ) : (
        <div>{children}</div>
      )}
    </li>
  )
}
