import { reportNoShow } from '@dispecerat/contract/orders/no-show'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { orderCan } from '@dispecerat/domain/orders/order'
import { Button, Group, Modal, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { invalidateOrder } from '../../shared/orders/keep-order.ts'
import { lifeOf } from '../../shared/orders/order-life.ts'
import { ro } from '../../text/ro.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { cancelOrderMessages } from './cancel-order-messages.ts'

const messages = ro.order.actions
const LONGEST_REASON = 300

interface Props {
  order: OrderView
  onClose: () => void
  onCancel: (reason: string) => void
}

/** Confirms a cancellation, with an optional reason. The focus starts on the safe button. While a car waits, the client may be absent. */
export function CancelOrder({ order, onClose, onCancel }: Props) {
  useFocusReturn()
  useEscLayer(onClose)
  const [reason, setReason] = useState('')
  const noShow = useNoShow(order.id, onClose)
  const isWaiting = orderCan(lifeOf(order), 'noShow')
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={messages.cancelQuestion}
      centered
      size="sm"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <Textarea
        label={cancelOrderMessages.reason}
        autosize
        minRows={2}
        maxRows={4}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {isWaiting ? <p className="small dim">{cancelOrderMessages.noShowHint}</p> : null}
      <Group justify="flex-end" gap="xs" mt="sm">
        <Button data-autofocus variant="default" onClick={onClose}>
          {ro.cancel}
        </Button>
        {isWaiting ? (
          <Button
            variant="default"
            loading={noShow.busy}
            onClick={() => void noShow.run(reason.trim() || cancelOrderMessages.noShowReason)}
          >
            {cancelOrderMessages.noShow}
          </Button>
        ) : null}
        <Button
          color="red"
          onClick={() => {
            onClose()
            onCancel(reason.trim())
          }}
        >
          {messages.cancelYes}
        </Button>
      </Group>
    </Modal>
  )
}

/** Closes the order as a no-show; a refusal keeps the dialog open, so that the dispatcher may wait or cancel. */
function useNoShow(id: number, onClose: () => void) {
  const cache = useQueryClient()
  return useAction(
    (reason: string, key) => request(reportNoShow, { params: { id }, body: { reason_text: reason } }, { key }),
    {
      done: () => {
        toast.good(ro.order.canceled)
        onClose()
        void invalidateOrder(cache, id)
      },
      failed: (error) => {
        if (error instanceof ApiError && error.status === 409) void invalidateOrder(cache, id)
        return false
      },
    },
  )
}
