import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Suspense } from 'react'
import { useUser } from '../../api/session.ts'
import { ro } from '../../text/ro.ts'
import { onDemand } from '../../ui/later.ts'
import type { DraftPlace } from './order-draft.ts'

const PickupMap = onDemand(() => import('../../parts/pickup-map.tsx').then((m) => m.PickupMap))

/**
 * True when the user opened the map just now: then it scrolls into view. A map that was already open leaves the form
 * at its first field.
 */
let wasJustOpened = false

/** Stored in this browser, shared by the button and the map. */
function useIsOpen() {
  const [stored, keep] = useLocalStorage<'shown' | 'hidden'>({
    ...{ key: 'dispecerat.formMap', defaultValue: 'hidden', getInitialValueInEffect: false },
    ...{ serialize: String, deserialize: (value) => (value === 'shown' ? 'shown' : 'hidden') },
  })
  return [stored === 'shown', (open: boolean) => keep(open ? 'shown' : 'hidden')] as const
}

const useMaySee = () => useUser().permissions.includes('drivers.positions')

/** Placed beside the submit button: among the fields it would scroll out of sight. */
export function FormMapButton() {
  const [isOpen, show] = useIsOpen()
  if (!useMaySee()) return null
  const toggle = () => {
    wasJustOpened = !isOpen
    show(!isOpen)
  }
  return (
    <Button size="sm" variant="default" aria-expanded={isOpen} onClick={toggle}>
      {isOpen ? ro.order.driver.hideLocation : ro.order.driver.location}
    </Button>
  )
}

/** The cars around the addresses of an order that is not placed yet. */
export function FormMap({ places }: { places: readonly DraftPlace[] }) {
  const [isOpen] = useIsOpen()
  if (!useMaySee() || !isOpen) return null
  return (
    <Suspense fallback={null}>
      <div ref={reveal}>
        <PickupMap
          orderId={null}
          places={places.map(({ name, point }) => point && { name, ...point })}
          driverId={null}
        />
      </div>
    </Suspense>
  )
}

function reveal(map: HTMLElement | null): void {
  if (wasJustOpened) map?.scrollIntoView({ block: 'nearest' })
  wasJustOpened = false
}
