import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { Button, Modal, Skeleton, Switch } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { showDriver } from '../../../shared/drivers/driver-card-drawer.tsx'
import { DriverLink } from '../../../shared/drivers/driver-link.tsx'
import { useCarsFeed } from '../../../shared/drivers/use-cars-feed.ts'
import { estimateMessages } from '../../../shared/orders/estimate-messages.ts'
import { useOrderRoute } from '../../../shared/orders/use-order-route.ts'
import { CallPhone } from '../../../shared/telephone/call-phone.tsx'
import { fleetMapMessages } from '../../../text/fleet-map-messages.ts'
import { distance, duration, minutesOf } from '../../../text/format.ts'
import { ro } from '../../../text/ro.ts'
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts'
import { onDemand } from '../../../ui/later.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import './driver-location.css'
import { type DriverNow, useOrderEta } from '../departure/use-order-eta.ts'

const messages = estimateMessages.location
const DriverMap = onDemand(() => import('../../../shared/drivers/driver-map.tsx').then((m) => m.DriverMap))

interface Props {
  order: OrderView
  onClose: () => void
}

/** The map of an assigned driver: their marker moves, the client's stays, and a list gives the same facts as text. */
export function DriverLocation({ order, onClose }: Props) {
  useFocusReturn()
  useCarsFeed()
  const [isFollowing, setIsFollowing] = useState(true)
  const { drivers, to, isRead, isError, retry } = useOrderEta(order.id)
  const route = useOrderRoute(order.id)
  const print = drivers.map((d) => `${d.driver_id}:${d.lat},${d.long},${d.isStale}`).join(';')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the print stands for the drivers, which are a new array each second
  const cars = useMemo(
    () => drivers.map((d) => ({ id: d.driver_id, sign: d.indicativ, lat: d.lat, long: d.long, isStale: d.isStale })),
    [print],
  )
  return (
    <Modal
      opened
      onClose={onClose}
      title={messages.title}
      size={860}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <div className="driver-location">
        <div className="driver-location-map">
          <Suspense fallback={<Skeleton height="100%" />}>
            <DriverMap
              label={messages.map}
              places={order.places}
              cars={cars}
              to={to}
              route={route}
              isFollowing={isFollowing}
              stopFollowing={() => setIsFollowing(false)}
            />
          </Suspense>
        </div>
        <div className="driver-location-side">
          <Switch
            size="xs"
            label={messages.follow}
            checked={isFollowing}
            onChange={(event) => setIsFollowing(event.currentTarget.checked)}
          />
          {isError && !isRead ? <LoadFailed onRetry={retry} /> : null}
          {isRead && drivers.length === 0 ? (
            <p className="dim">{order.driver_id === null ? messages.noOne : messages.noPosition}</p>
          ) : null}
          {order.driver_id === null && drivers.length > 0 ? <h3 className="panel-title">{messages.asked}</h3> : null}
          <ol>
            {drivers.map((driver) => (
              <DriverLine key={driver.driver_id} order={order} driver={driver} to={to?.name ?? ''} />
            ))}
          </ol>
        </div>
      </div>
    </Modal>
  )
}

function DriverLine({ order, driver, to }: { order: OrderView; driver: DriverNow; to: string }) {
  const phone = order.driver?.id === driver.driver_id ? order.driver.phone : null
  const road = messages.road(distance(driver.metres), minutesOf(driver.seconds))
  return (
    <li className="driver-line">
      <p>
        <b>{messages.onWay(driver.indicativ)}</b>{' '}
        {driver.name ? <DriverLink id={driver.driver_id}>{driver.name}</DriverLink> : null}
      </p>
      <p className="digits">
        {driver.is_guess ? `≈ ${road}` : road} {messages.toPickup(to)}
        {driver.is_guess ? ` · ${fleetMapMessages.estimated}` : ''}
      </p>
      <p className={driver.isStale ? 'tag tag-alert' : 'small dim'}>
        {driver.age_s < 5 ? messages.fresh : messages.age(duration(driver.age_s))}
        {driver.isStale ? ` · ${messages.stale}` : ''}
      </p>
      <div className="driver-line-acts">
        <CallPhone phone={phone} name={driver.name ?? driver.indicativ} whom={{ driver_id: driver.driver_id }} />
        <Button size="compact-xs" variant="default" onClick={() => showDriver(driver.driver_id)}>
          {messages.card}
        </Button>
      </div>
    </li>
  )
}
