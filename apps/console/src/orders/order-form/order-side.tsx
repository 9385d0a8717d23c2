import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { ro } from '../../text/ro.ts'
import { onDemand } from '../../ui/later.ts'
import { DriverPanel } from './search/driver-panel.tsx'
import { SearchPanel } from './search/search-panel.tsx'

const PickupMap = onDemand(() => import('../../shared/places/pickup-map.tsx').then((m) => m.PickupMap))

/** Right column: the driver or the running search, and the map on demand. */
export function OrderSide({ order }: { order: OrderView }) {
  const [mapIsOpen, setMapIsOpen] = useState(false)
  return (
    <aside className="order-side">
      {order.driver_id !== null ? <DriverPanel order={order} /> : null}
      {order.places.length > 0 ? (
        <Button
          size="compact-sm"
          variant="default"
          fullWidth
          aria-expanded={mapIsOpen}
          onClick={() => setMapIsOpen((is) => !is)}
        >
          {mapIsOpen ? ro.order.driver.hideLocation : ro.order.driver.location}
        </Button>
      ) : null}
      {mapIsOpen ? (
        <Suspense fallback={null}>
          <PickupMap orderId={order.id} places={order.places} driverId={order.driver_id} />
        </Suspense>
      ) : null}
      <SearchPanel order={order} />
    </aside>
  )
}
