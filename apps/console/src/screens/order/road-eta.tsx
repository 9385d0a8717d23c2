import { estimateWords } from '../../text/estimate-words.ts'
import { distance } from '../../text/format.ts'
import { minutesOf } from './estimate.ts'
import { useEta } from './use-order-eta.ts'

const words = estimateWords.location
const REFETCH_INTERVAL_MS = 10_000

/** How far the driver of an order still is by road; nothing until he and his position are known. */
export function RoadEta({ orderId }: { orderId: number }) {
  const { data } = useEta(orderId, REFETCH_INTERVAL_MS)
  const [driver] = data?.data.drivers ?? []
  if (!driver) return null
  const road = words.road(distance(driver.metres), minutesOf(driver.seconds))
  return (
    <span className="digits" title={driver.is_guess ? estimateWords.guessHint : undefined}>
      {words.away(driver.is_guess ? `≈ ${road}` : road)}
    </span>
  )
}
