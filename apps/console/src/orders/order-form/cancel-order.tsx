import { Button, Group, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ro } from '../../text/ro.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { savedOrderMessages } from './saved-order-messages.ts'

const messages = ro.order.actions
const LONGEST_REASON = 300

/** Confirms a cancellation, with an optional reason. The focus starts on the safe button. */
export function CancelOrder({ onClose, onCancel }: { onClose: () => void; onCancel: (reason: string) => void }) {
  useFocusReturn()
  useEscLayer(onClose)
  const [reason, setReason] = useState('')
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
        label={savedOrderMessages.cancel.reason}
        autosize
        minRows={2}
        maxRows={4}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt="sm">
        <Button data-autofocus variant="default" onClick={onClose}>
          {ro.cancel}
        </Button>
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
