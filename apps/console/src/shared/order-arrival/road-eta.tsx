import { distance, minutesOf } from '../../text/format.ts'
import { estimateMessages } from '../orders/estimate-messages.ts'
import { useEta } from './use-eta.ts'

const messages = estimateMessages.location
const REFETCH_INTERVAL_MS = 10_000

/** Remaining distance of the driver by road; nothing until the driver and their position are known. */
export function RoadEta({ orderId }: { orderId: number }) {
  const { data } = useEta(orderId, REFETCH_INTERVAL_MS)
  const [driver] = data?.data.drivers ?? []
  if (!driver) return null
  const road = messages.road(distance(driver.metres), minutesOf(driver.seconds))
  return (
    <span className="digits" title={driver.is_guess ? estimateMessages.guessHint : undefined}>
      {messages.away(driver.is_guess ? `≈ ${road}` : road)}
    </span>
  )
}
