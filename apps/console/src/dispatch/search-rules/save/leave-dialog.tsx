import { Button, Group, Modal } from '@mantine/core'
import { ro } from '../../../text/ro.ts'
import { builderMessages as messages } from '../builder-messages.ts'

export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Modal
      opened
      onClose={onStay}
      title={messages.leaveQuestion}
      centered
      size="sm"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <Group justify="flex-end" gap="xs">
        <Button data-autofocus variant="default" onClick={onStay}>
          {messages.stay}
        </Button>
        <Button color="red" onClick={onLeave}>
          {messages.leave}
        </Button>
      </Group>
    </Modal>
  )
}
