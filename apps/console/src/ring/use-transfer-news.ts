import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { useDesk } from '../parts/desk.ts'
import { useLive } from '../realtime/use-live.ts'
import { ringWords } from '../text/ring-words.ts'
import { toast } from '../ui/toast.ts'

/** A colleague passed a caller on to me: his order opens, where I look, and a word says from whom he comes. */
export function useTransferNews(isHeard: boolean) {
  const navigate = useNavigate()
  const { orderPath } = useDesk()
  useLive('client_call_transferred', ({ dispatcher_id, order_id, call }) => {
    const me = useSession.getState().userId
    if (dispatcher_id !== me || call.transferred_from === me || (document.hidden && !isHeard)) return
    toast.info(ringWords.transfer.taken(call.transferred_from_name ?? ''))
    if (order_id === null) return
    void navigate({ to: orderPath, params: { id: String(order_id) }, search: (kept) => kept })
  })
}
