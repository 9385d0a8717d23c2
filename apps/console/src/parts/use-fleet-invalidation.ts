import { useQueryClient } from '@tanstack/react-query'
import { useLive, useResync } from '../realtime/use-live.ts'
import { useThrottled } from '../ui/use-throttled.ts'

/** A fleet changes many times a second; a table of the office need not. */
const CALM_MS = 2000

/** Reads a table of the office again: a colleague or a phone changed what it lists, or a driver it names is another now. */
export function useFleetInvalidation(
  key: string,
  event: 'cars_changed' | 'devices_changed',
  names: (driverId: number) => boolean,
): void {
  const cache = useQueryClient()
  const readAgain = useThrottled(() => cache.invalidateQueries({ queryKey: [key] }), CALM_MS)
  useLive(event, readAgain)
  useLive('driver_status_changed', ({ driver_id: id }) => {
    if (names(id)) readAgain()
  })
  useResync(readAgain)
}
