import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useUser } from '../../api/session.ts'
import { useLive } from '../../realtime/use-live.ts'
import { hourAndMinute, shortAddress, shownTime } from '../../text/format.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useWorkspace } from '../workspace/workspace.ts'
import { reminderMessages as messages } from './reminder-messages.ts'

/** Long enough for a dispatcher who is on the telephone. */
const SHOWN_MS = 20_000

/** Reminds dispatchers of a scheduled order before its departure, and when its search begins. */
export function OrderReminders() {
  const navigate = useNavigate()
  const { orderPath } = useWorkspace()
  const isDispatcher = useUser().permissions.includes('orders.dispatch')
  useLive('order_reminder', ({ order_id: id, kind, order }) => {
    if (!isDispatcher || order === null) return
    const text = messages[kind](
      `${shownTime(order.departure_time, hourAndMinute)} ${shortAddress(order.address ?? '')}`,
    )
    const toastId = `reminder-${id}-${kind}`
    const open = () => {
      toast.hide(toastId)
      void navigate({ to: orderPath, params: { id: String(id) } })
    }
    toast.withAction(
      toastId,
      text,
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <span>{text}</span>
        <Button size="compact-xs" variant="default" onClick={open}>
          {messages.open}
        </Button>
      </Group>,
      SHOWN_MS,
    )
  })
  return null
}
