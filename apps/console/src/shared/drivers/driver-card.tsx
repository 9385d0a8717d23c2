import { listPolygons } from '@dispecerat/contract/geography/zones'
import { type DriverDetails, readDriver } from '@dispecerat/contract/orders/company-dispatch'
import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { driverCardMessages } from '../../text/driver-card-messages.ts'
import { fleetMapMessages } from '../../text/fleet-map-messages.ts'
import { hourAndMinute, money, shownTime } from '../../text/format.ts'
import { ro } from '../../text/ro.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { BanControl } from '../bans/ban-control.tsx'
import { BanHistory } from '../bans/ban-history.tsx'
import { useWorkspace } from '../workspace/workspace.ts'
import { invalidateDriver } from './invalidate-driver.ts'
import './driver-card.css'
import { OrderStateBadge } from '../orders/order-state-badge.tsx'
import { DriverCardActions } from './driver-card-actions.tsx'
import { DriverLink } from './driver-link.tsx'

const messages = driverCardMessages
const DriverPhoto = later(() => import('../pictures/driver-photo.tsx').then((m) => m.DriverPhoto))

/** Details of a driver, opened from the map, a round or an order. */
export function DriverCard({ id, onClose }: { id: number; onClose?: () => void }) {
  const { driver, isError, retry } = useDriver(id)
  const sign = driver ? (driver.default_car?.indicativ ?? driver.identifier ?? String(id)) : ''
  const title = driver ? [sign, driver.name].filter(Boolean).join(' · ') : messages.title
  return (
    <section className="driver-card" aria-label={messages.title}>
      <div className="driver-card-head">
        <h2 className="panel-title">
          {driver?.name ? (
            <>
              {sign} · <DriverLink id={id}>{driver.name}</DriverLink>
            </>
          ) : (
            title
          )}{' '}
          {driver?.is_simulated ? (
            <span className="tag" title={fleetMapMessages.simulatedHint}>
              {fleetMapMessages.simulated}
            </span>
          ) : null}
          {driver?.implausible_position ? (
            <span className="tag tag-alert">
              <span aria-hidden>!</span> {messages.implausible.sign}
            </span>
          ) : null}
        </h2>
        {onClose ? (
          <ActionIcon variant="subtle" color="gray" size={26} aria-label={messages.close} onClick={onClose}>
            <IconX size={15} />
          </ActionIcon>
        ) : null}
      </div>
      {driver?.implausible_position ? (
        <p className="small">{messages.implausible[driver.implausible_position]}</p>
      ) : null}
      {isError && !driver ? <LoadFailed onRetry={retry} /> : null}
      {!driver && !isError ? <Skeleton height={180} /> : null}
      {driver ? (
        <>
          <Suspense fallback={null}>
            <DriverPhoto driver={driver} name={driver.name ?? sign} />
          </Suspense>
          <DriverCardActions driver={driver} name={title} />
          <Facts driver={driver} />
          <BanControl driver={driver} name={title} />
          <BanHistory driverId={id} />
        </>
      ) : null}
    </section>
  )
}

function useDriver(id: number) {
  const cache = useQueryClient()
  const readAgain = () => void invalidateDriver(cache, id)
  const { data, isError, isFetching, refetch } = useEndpointQuery(
    readDriver,
    { params: { id } },
    { refetchInterval: useFallbackInterval(FALLBACK_MS.positions) },
  )
  useLive('driver_status_changed', ({ driver_id }) => {
    if (driver_id === id) readAgain()
  })
  /*
   * Position frames arrive while a map is open; they cause no event when a position becomes plausible or implausible.
   */
  useLive('ws_driver_positions', ({ positions }) => {
    const position = positions.find(({ userId }) => userId === id)
    if (!position || !data || isFetching) return
    if ((position.is_implausible === true) !== (data.data.implausible_position !== null)) readAgain()
  })
  useResync(readAgain)
  return { driver: data?.data, isError, retry: () => void refetch() }
}

function Facts({ driver }: { driver: DriverDetails }) {
  const zones = useEndpointQuery(listPolygons, {}, { staleTime: 5 * 60_000 })
  const car = driver.default_car
  const zone = zones.data?.find(({ id }) => id === driver.current_polygon_id)?.name
  const facts: [string, ReactNode][] = [
    [messages.identifier, driver.identifier],
    [messages.phone, driver.phone ? prettyPhone(driver.phone) : null],
    [messages.car, [car?.make, car?.model, car?.color, car?.number].filter(Boolean).join(' · ')],
    [
      messages.balance,
      <span key="balance" className="digits">
        {money(driver.balance)}
        {driver.balance_is_low ? (
          <>
            {' '}
            <span className="tag">
              <span aria-hidden>!</span> {messages.lowBalance}
            </span>
          </>
        ) : null}
      </span>,
    ],
    [messages.rating, ratingOf(driver)],
    [messages.state, stateOf(driver)],
    [messages.busy, driver.is_busy ? ro.yes : ro.no],
    [messages.priority, driver.high_priority ? ro.yes : ro.no],
    [messages.version, driver.app_version],
    [messages.zone, zone ?? messages.noZone],
    [messages.orders, <ActiveOrders key="orders" orders={driver.active_orders} />],
    [messages.today, <Today key="today" today={driver.today} />],
  ]
  return <FactList facts={facts} />
}

/** Mean rating by clients, shown from five ratings on. */
function ratingOf({ rating }: Pick<DriverDetails, 'rating'>): string {
  return rating.mean === null ? messages.fewRatings(rating.count) : messages.meanRating(rating.mean, rating.count)
}

function stateOf({ today, is_online, is_paused }: DriverDetails): string {
  if (today.shift_started_at === null) return messages.offShift
  if (is_paused) return messages.paused
  return is_online ? messages.online : messages.offline
}

function ActiveOrders({ orders }: { orders: DriverDetails['active_orders'] }) {
  const { orderPath } = useWorkspace()
  if (orders.length === 0) return messages.noOrders
  return (
    <ul>
      {orders.map((order) => (
        <li key={order.id}>
          <Link to={orderPath} params={{ id: String(order.id) }} search={(search) => search}>
            {ro.titles.order(order.id)}
          </Link>{' '}
          <OrderStateBadge state="assigned" tripState={order.trip_state} />
          {order.is_next ? <span className="tag">{messages.next}</span> : null}
          {order.address ? <div className="small dim">{order.address}</div> : null}
        </li>
      ))}
    </ul>
  )
}

function Today({ today }: { today: DriverDetails['today'] }) {
  return (
    <>
      {today.shift_started_at ? (
        <div>{messages.shiftSince(shownTime(today.shift_started_at, hourAndMinute))}</div>
      ) : null}
      <div>
        {messages.offers(today.offers_received)}
        {today.offers_received > 0
          ? `: ${messages.answered(today.offers_accepted, today.offers_refused, today.offers_ignored)}`
          : ''}
      </div>
      <div>{messages.finished(today.orders_finished)}</div>
    </>
  )
}
