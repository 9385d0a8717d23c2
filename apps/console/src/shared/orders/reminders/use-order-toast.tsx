import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { toast } from '../../../ui/dialogs/toast.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { reminderMessages as messages } from './reminder-messages.ts'

/** Long enough for a dispatcher who is on the telephone. */
const SHOWN_MS = 20_000

/** Shows a toast about an order, with a button that opens it. A second toast with the same id replaces the first. */
export function useOrderToast() {
  const navigate = useNavigate()
  const { orderPath } = useWorkspace()
  return (toastId: string, orderId: number, text: string) => {
    const open = () => {
      toast.hide(toastId)
      void navigate({ to: orderPath, params: { id: String(orderId) } })
    }
    toast.withAction(
      toastId,
      text,
      <Group className="toast-act" justify="space-between" gap="xs" wrap="nowrap">
        <span>{text}</span>
        <Button size="compact-xs" variant="default" onClick={open}>
          {messages.open}
        </Button>
      </Group>,
      SHOWN_MS,
    )
  }
}
