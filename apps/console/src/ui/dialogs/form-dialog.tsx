import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ro } from '../../text/ro.ts'
import { useEscLayer } from './esc-layer.ts'
import { useFocusReturn } from './use-focus-return.ts'

interface Props {
  title: string
  /** Label of the submit button. */
  save: string
  isBusy: boolean
  isDanger?: boolean
  onSubmit: () => void
  onClose: () => void
  /** The fields; the one with `data-autofocus` gets the focus first. */
  children: ReactNode
}

/** A dialog with a few fields; Esc closes it, and the focus returns to the opener. */
export function FormDialog({ title, save, isBusy, isDanger = false, onSubmit, onClose, children }: Props) {
  useFocusReturn()
  useEscLayer(onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      title={title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Stack gap="xs">
          {children}
          <Group justify="flex-end" mt="xs" gap="xs">
            <Button variant="default" onClick={onClose}>
              {ro.cancel}
            </Button>
            <Button type="submit" {...(isDanger ? { color: 'red' } : {})} aria-busy={isBusy}>
              {save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
