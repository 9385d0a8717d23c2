import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../api/endpoint-query.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { useThrottled } from '../../ui/use-throttled.ts'

/** A fleet changes many times a second; a table of it is refetched less often. */
const CALM_MS = 2000

/** Invalidates a table of the fleet when a listed record changes or one of its drivers does. */
export function useFleetInvalidation(
  list: Endpoint,
  event: 'cars_changed' | 'devices_changed',
  names: (driverId: number) => boolean,
): void {
  const cache = useQueryClient()
  const readAgain = useThrottled(() => invalidate(cache, list), CALM_MS)
  useLive(event, readAgain)
  useLive('driver_status_changed', ({ driver_id: id }) => {
    if (names(id)) readAgain()
  })
  useResync(readAgain)
}
