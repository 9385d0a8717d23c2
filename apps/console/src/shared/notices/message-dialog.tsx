import { MAX_CHARACTERS, sendMessage } from '@dispecerat/contract/office/messages'
import { Button, Group, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'
import { fieldMessage } from '../../api/field-errors.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { findMessages } from '../../text/find-messages.ts'
import { ro } from '../../text/ro.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import type { Receiver } from './send-message.tsx'

const messages = findMessages.message

/** One message to one person; the text stays until it is sent. */
export function MessageDialog({ receiver, onClose }: { receiver: Receiver; onClose: () => void }) {
  useFocusReturn()
  useEscLayer(onClose)
  const [text, setText] = useState('')
  const send = useAction(
    (message: string, key) =>
      request(
        sendMessage,
        { body: { user_id: receiver.userId, message, order_id: receiver.orderId ?? null } },
        { key },
      ),
    {
      done: ({ data }) => {
        if (data.delivery === 'kept') toast.info(messages.kept)
        else toast.good(messages.sent)
        onClose()
      },
      failed: (error) => {
        toast.bad(fieldMessage(error) ?? messages.failed)
        return true
      },
    },
  )
  const message = text.trim()
  const isTooLong = message.length > MAX_CHARACTERS
  const why = message === '' ? messages.empty : isTooLong ? messages.tooLong : null
  const submit = () => {
    if (why === null) void send.run(message)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={messages.title(receiver.name)}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <Textarea
        data-autofocus
        label={messages.text}
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        error={isTooLong ? messages.tooLong : null}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey) submit()
        }}
      />
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          {ro.cancel}
        </Button>
        <Button
          data-disabled={why !== null || undefined}
          aria-disabled={why !== null}
          {...(why === null ? {} : { title: why, 'aria-description': why })}
          onClick={submit}
          aria-busy={send.busy}
          aria-keyshortcuts="Control+Enter"
        >
          {send.busy ? messages.sending : messages.send}
        </Button>
      </Group>
    </Modal>
  )
}
