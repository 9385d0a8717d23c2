import { useEffect, useEffectEvent } from 'react'
import { useUser } from '../../../api/session.ts'
import { toast } from '../../../ui/dialogs/toast.ts'
import { serverNow } from '../../../ui/now.ts'
import { whyNotNow } from '../search/why-not-action.ts'
import { useOrder } from '../use-order.ts'
import { AssignNow } from './assign-now.tsx'
import { TakeBack } from './take-back.tsx'

interface Props {
  orderId: number
  action: 'assignNow' | 'takeBack'
  onClose: () => void
}

/** The dialog of a key, for an order that need not be open; where the action is impossible, its reason is shown instead. */
export function ByHand({ orderId, action, onClose }: Props) {
  const { id: userId, roles, permissions } = useUser()
  const { data, isFetching } = useOrder(orderId)
  const who = { userId, roles, permissions }
  const why = data ? whyNotNow(data.data, action, who, new Date(serverNow())) : null
  /* An order that is not open may have changed since it was read. */
  const isRefused = why !== null && !isFetching
  const refuse = useEffectEvent(() => {
    if (why !== null) toast.bad(why)
    onClose()
  })
  useEffect(() => {
    if (isRefused) refuse()
  }, [isRefused])
  if (!data || why !== null) return null
  const Dialog = action === 'assignNow' ? AssignNow : TakeBack
  return <Dialog order={data.data} onClose={onClose} />
}
