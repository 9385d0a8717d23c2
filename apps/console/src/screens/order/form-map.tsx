import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useUser } from '../../api/session.ts'
import { ro } from '../../text/ro.ts'
import { onDemand } from '../../ui/later.ts'
import type { DraftPlace } from './order-draft.ts'

const PickupMap = onDemand(() => import('../../parts/pickup-map.tsx').then((m) => m.PickupMap))

const KEPT_AS = 'dispecerat.formMap'

/** The cars around the addresses of an order that is not placed yet; open or hidden as it was left on this machine. */
export function FormMap({ places }: { places: readonly DraftPlace[] }) {
  const { permissions } = useUser()
  const [isOpen, setIsOpen] = useState(() => localStorage.getItem(KEPT_AS) === 'shown')
  if (!permissions.includes('drivers.positions')) return null
  const show = (open: boolean) => {
    localStorage.setItem(KEPT_AS, open ? 'shown' : 'hidden')
    setIsOpen(open)
  }
  return (
    <div>
      <Button size="compact-xs" variant="default" aria-expanded={isOpen} onClick={() => show(!isOpen)}>
        {isOpen ? ro.order.driver.hideLocation : ro.order.driver.location}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PickupMap
            orderId={null}
            places={places.map(({ name, point }) => point && { name, ...point })}
            driverId={null}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
