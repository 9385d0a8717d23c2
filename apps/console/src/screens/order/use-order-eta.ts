import { type DriverOnWay, readOrderEta } from '@dispecerat/contract/estimates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { isStale } from '../../map/car-age.ts'
import type { Car } from '../../map/cars.ts'
import { useCars } from '../../map/cars-store.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { useNow } from '../../ui/now.ts'

/** A map of one driver asks again this often; in between the marker moves with the pushed positions. */
const REFETCH_INTERVAL_MS = 5_000

/** A driver on his way as the screen knows him now. */
export interface DriverNow extends DriverOnWay {
  isStale: boolean
}

/** What the server says of the way to an order, asked again every so often. */
export function useEta(orderId: number, everyMs: number) {
  const isAllowed = useUser().permissions.includes('orders.dispatch')
  return useQuery({
    queryKey: ['order-eta', orderId],
    queryFn: ({ signal }) => request(readOrderEta, { params: { id: orderId } }, { signal }),
    enabled: isAllowed,
    refetchInterval: everyMs,
  })
}

/** Where the driver of the order is (or those whose phones ring), and where he is needed. */
export function useOrderEta(orderId: number) {
  const cache = useQueryClient()
  const { data, dataUpdatedAt, isError, refetch } = useEta(orderId, REFETCH_INTERVAL_MS)
  const again = (id: number) => {
    if (id === orderId) void cache.invalidateQueries({ queryKey: ['order-eta', orderId] })
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

/** The position pushed by the socket, when it is younger than the one that was read. */
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
