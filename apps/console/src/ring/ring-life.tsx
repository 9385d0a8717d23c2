import { useHiddenNotice } from './use-hidden-notice.ts'
import { useRingSound } from './use-ring-sound.ts'
import { useTransferEvents } from './use-transfer-events.ts'
import { useWaitingOrdersFeed } from './waiting-orders-store.ts'

/** What the desk hears, and sees of a tab that is not in front; mounted once, for who answers calls. */
export function RingLife() {
  useWaitingOrdersFeed()
  const isHeard = useRingSound()
  useHiddenNotice(isHeard)
  useTransferEvents(isHeard)
  return null
}
