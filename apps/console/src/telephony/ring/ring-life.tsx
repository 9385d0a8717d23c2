import { prettyPhone } from '@dispecerat/domain/kernel/phone'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../../api/session.ts'
import { takeOverMessages } from '../../shared/telephone/take-over-messages.ts'
import { useTransferNotices } from '../../shared/telephone/transfer-notices.ts'
import { useWorkspace } from '../../shared/workspace/workspace.ts'
import { ringMessages } from '../../text/ring-messages.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useHiddenNotice } from './use-hidden-notice.ts'
import { useRingSound } from './use-ring-sound.ts'
import { useWaitingOrdersFeed } from './waiting-orders-store.ts'

/** Sounds, and the notices of a tab in the background; mounted once, for users who may take calls. */
export function RingLife() {
  useWaitingOrdersFeed()
  const isAudible = useRingSound()
  useHiddenNotice(isAudible)
  useTransferEvents(isAudible)
  return null
}

/**
 * A call transferred to or taken over by this dispatcher opens its order, in the tab in front, with a message that
 * names the colleague. A call taken over from this dispatcher is announced too.
 */
function useTransferEvents(isAudible: boolean) {
  const navigate = useNavigate()
  const { orderPath } = useWorkspace()
  const { pending } = useTransferNotices()
  useEffect(() => {
    if (pending.length === 0) return
    useTransferNotices.setState({ pending: [] })
    for (const { dispatcher_id, from_dispatcher_id, is_taken_over, order_id, call } of pending) {
      const me = useSession.getState().userId
      if (is_taken_over && from_dispatcher_id === me) {
        const who = call.client.name ?? prettyPhone(call.phone)
        toast.info(takeOverMessages.lost(call.dispatcher_name ?? '', who))
      }
      if (dispatcher_id !== me || call.transferred_from === me || (document.hidden && !isAudible)) continue
      toast.info(ringMessages.transfer.taken(call.transferred_from_name ?? ''))
      if (order_id !== null)
        void navigate({ to: orderPath, params: { id: String(order_id) }, search: (search) => search })
    }
  }, [pending, isAudible, navigate, orderPath])
}
