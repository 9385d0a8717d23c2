import { Button } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { Suspense } from 'react'
import { useUser } from '../../../api/session.ts'
import { ro } from '../../../text/ro.ts'
import { later } from '../../../ui/later.ts'
import type { DraftPlace } from '../draft/order-draft.ts'

const PickupMap = later(() => import('../../../shared/places/pickup-map.tsx').then((m) => m.PickupMap))

/**
 * True when the user opened the map just now: then it scrolls into view. A map that was already open leaves the form
 * at its first field.
 */
let wasJustOpened = false

/** The form and the map fit such a window without scrolling. */
const TALL_WINDOW = '(min-height: 800px)'

/** Shared by the button and the map; until the user chooses, open while the window has room. Stored in this browser. */
function useIsOpen() {
  const isTall = useMediaQuery(TALL_WINDOW, undefined, { getInitialValueInEffect: false })
  const [chosen, choose] = useLocalStorage<'shown' | 'hidden' | null>({
    key: 'dispecerat.formMap',
    defaultValue: null,
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (value) => (value === 'shown' || value === 'hidden' ? value : null),
  })
  const isOpen = chosen === null ? isTall : chosen === 'shown'
  return [isOpen, (open: boolean) => choose(open ? 'shown' : 'hidden')] as const
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
