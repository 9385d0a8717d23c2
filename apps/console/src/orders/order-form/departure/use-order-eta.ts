import type { DriverOnWay } from '@dispecerat/contract/orders/estimates'
import { readOrderEta } from '@dispecerat/contract/orders/estimates'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../../api/endpoint-query.ts'
import { isStale } from '../../../map/cars/car-age.ts'
import type { Car } from '../../../map/cars/cars.ts'
import { useCars } from '../../../map/cars/cars-store.ts'
import { useLive, useResync } from '../../../realtime/use-live.ts'
import { useEta } from '../../../shared/order-arrival/use-eta.ts'
import { useNow } from '../../../ui/now.ts'

/** A map of one driver polls this often; in between the marker moves with pushed positions. */
const REFETCH_INTERVAL_MS = 5_000

/** An assigned driver with the newest known position. */
export interface DriverNow extends DriverOnWay {
  isStale: boolean
}

/** Position of the order's driver (or of those with an open offer), and the place they drive to. */
export function useOrderEta(orderId: number) {
  const cache = useQueryClient()
  const { data, dataUpdatedAt, isError, refetch } = useEta(orderId, REFETCH_INTERVAL_MS)
  const again = (id: number) => {
    if (id === orderId) void invalidate(cache, [readOrderEta, { params: { id: orderId } }])
  }
  useLive('order_sent_to_driver', ({ order_id }) => again(order_id))
  useLive('order_driver_found', ({ order_id }) => again(order_id))
  useLive('order_updated', ({ order_id }) => again(order_id))
  useResync(() => again(orderId))

  const pushed = useCars((s) => s.cars)
  const now = useNow((s) => s.now)
  const drivers = (data?.data.drivers ?? []).map((driver) =>
    newest(driver, pushed.get(driver.driver_id), { now, readAt: dataUpdatedAt }),
  )
  return { drivers, to: data?.data.to ?? null, isRead: data !== undefined, isError, retry: () => void refetch() }
}

/** The pushed position when it is newer than the loaded one. */
function newest(
  driver: DriverOnWay,
  car: Car | undefined,
  { now, readAt }: { now: number; readAt: number },
): DriverNow {
  const readAge = driver.age_s + Math.max(0, Math.round((now - readAt) / 1000))
  const pushedAge = car ? Math.max(0, Math.round((now - car.measuredAt) / 1000)) : Number.POSITIVE_INFINITY
  if (car === undefined || pushedAge > readAge) return { ...driver, age_s: readAge, isStale: readAge > 120 }
  return { ...driver, lat: car.lat, long: car.long, age_s: pushedAge, isStale: isStale(car, now) }
}
