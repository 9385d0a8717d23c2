import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ro } from '../../../text/ro.ts'
import { useEscLayer } from '../../../ui/dialogs/esc-layer.ts'
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts'

interface Props {
  title: string
  hint: string
  submitText: string
  busy: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** The dialog around a choice of drivers; Ctrl+Enter submits from anywhere inside. */
export function DriverDialog({ title, hint, submitText, busy, onSubmit, onClose, children }: Props) {
  useFocusReturn()
  useEscLayer(onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      size="lg"
      title={title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
      onKeyDown={(event) => {
        /* The list of drivers stays open, so the layer of dialogs leaves Esc to it. */
        if (event.key === 'Escape') {
          event.stopPropagation()
          onClose()
          return
        }
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        onSubmit()
      }}
    >
      <Text size="sm" c="dimmed" mb="xs">
        {hint}
      </Text>
      {children}
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose}>
          {ro.cancel}
        </Button>
        <Button onClick={onSubmit} aria-busy={busy} aria-keyshortcuts="Control+Enter">
          {busy ? ro.order.submitting : submitText}
        </Button>
      </Group>
    </Modal>
  )
}
