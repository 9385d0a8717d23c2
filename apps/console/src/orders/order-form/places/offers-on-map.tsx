import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { estimateMessages } from '../../../shared/orders/estimate-messages.ts'
import { later } from '../../../ui/later.ts'

const messages = estimateMessages.location
const DriverLocation = later(() => import('../search/driver-location.tsx').then((m) => m.DriverLocation))

/** While offers are open: the cars that have one, on the map and as text. */
export function OffersOnMap({ order }: { order: OrderView }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-haspopup="dialog"
        title={messages.askedOnMapHint}
        onClick={() => setIsOpen(true)}
      >
        {messages.askedOnMap}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <DriverLocation order={order} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
