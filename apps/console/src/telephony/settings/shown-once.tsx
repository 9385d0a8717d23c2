import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { telephoneMessages } from '../../shared/settings-page/telephone-messages.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'

const messages = telephoneMessages.secret
const COPIED_MS = 1000

/** A password that is shown only once; a click outside does not close the dialog. */
export function ShownOnce({
  secret: { sip_url, password },
  onClose,
}: {
  secret: { sip_url: string; password: string }
  onClose: () => void
}) {
  useFocusReturn()
  useEscLayer(onClose)
  const copy = () =>
    void navigator.clipboard.writeText(password).then(() => toast.good(messages.copied, { ms: COPIED_MS }))
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={messages.title}
      closeButtonProps={{ 'aria-label': messages.done }}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="sm">
        <p className="small dim">{messages.note}</p>
        <TextInput label={messages.address} value={sip_url} readOnly />
        <TextInput
          label={messages.password}
          value={password}
          readOnly
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={copy}>
            {messages.copy}
          </Button>
          <Button onClick={onClose}>{messages.done}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
