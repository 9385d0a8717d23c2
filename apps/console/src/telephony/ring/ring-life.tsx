import { useHiddenNotice } from './use-hidden-notice.ts'
import { useRingSound } from './use-ring-sound.ts'
import { useTransferEvents } from './use-transfer-events.ts'
import { useWaitingOrdersFeed } from './waiting-orders-store.ts'

/** Sounds, and the notices of a tab in the background; mounted once, for users who may take calls. */
export function RingLife() {
  useWaitingOrdersFeed()
  const isAudible = useRingSound()
  useHiddenNotice(isAudible)
  useTransferEvents(isAudible)
  return null
}
