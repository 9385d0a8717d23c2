import { listDriverPositions } from '@dispecerat/contract/company-desk'
import { POSITIONS_CHANNEL } from '@dispecerat/contract/realtime'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { freeCars, moveCars } from '../map/cars.ts'
import { useCars } from '../map/cars-store.ts'
import { FALLBACK_MS, useFallbackInterval } from '../realtime/net-state.ts'
import { useChannel, useLive, useResync } from '../realtime/use-live.ts'
import { serverNow } from '../ui/now.ts'
import { useInterval } from '../ui/use-interval.ts'
import { usePageIsVisible } from '../ui/use-page-is-visible.ts'

/** A ban that runs out frees the car within a second, whatever the server has to say. */
const BAN_CLOCK_MS = 1000

/** Keeps the cars moving while something shows them and the page is looked at. */
export function useCarsFeed() {
  const isVisible = usePageIsVisible()
  useChannel(isVisible ? POSITIONS_CHANNEL : null)
  useLive('ws_driver_positions', (frame) =>
    useCars.setState(({ cars }) => ({ cars: moveCars(cars, frame, serverNow()), updatedAt: serverNow() })),
  )
  useInterval(() => useCars.setState(({ cars }) => ({ cars: freeCars(cars, serverNow()) })), BAN_CLOCK_MS)
  useResync(() => void readAll())
  useEffect(() => {
    if (isVisible) void readAll()
  }, [isVisible])
  const pollMs = useFallbackInterval(FALLBACK_MS.positions)
  useInterval(() => void readAll(), isVisible ? pollMs : false)
}

async function readAll() {
  try {
    const positions = await call(listDriverPositions)
    const now = serverNow()
    useCars.setState({ cars: moveCars(new Map(), { positions, gone: [] }, now), updatedAt: now })
  } catch {
    // The cars stay where they were and grow stale; the age beside the legend says so.
  }
}
