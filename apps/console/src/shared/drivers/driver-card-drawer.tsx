import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { create } from 'zustand'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { later } from '../../ui/later.ts'

const Sheet = later(() => import('./driver-card-sheet.tsx').then((m) => m.DriverCardSheet))

const useShownDriver = create<{ id: number | null; opener: HTMLElement | null }>(() => ({ id: null, opener: null }))

/** Opens the card of a driver beside the screen; the focus returns to the opener afterwards. */
export function showDriver(id: number) {
  const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
  useShownDriver.setState({ id, opener })
}

/** Mounted once, by the shell. */
export function DriverCardDrawer() {
  const { id, opener } = useShownDriver()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever follows a link of the card leaves it
  useEffect(() => useShownDriver.setState({ id: null, opener: null }), [pathname])
  const close = () => {
    useShownDriver.setState({ id: null, opener: null })
    opener?.focus()
  }
  useEscLayer(close, id !== null)
  if (id === null) return null
  return (
    <Suspense fallback={null}>
      <Sheet id={id} onClose={close} />
    </Suspense>
  )
}
