import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ro } from '../text/ro.ts'
import { useEscLayer } from './esc-layer.ts'
import { useFocusReturn } from './use-focus-return.ts'

interface Props {
  title: string
  /** On the button that sends it. */
  save: string
  isBusy: boolean
  isDanger?: boolean
  onSubmit: () => void
  onClose: () => void
  /** The fields; the one with `data-autofocus` has the focus first. */
  children: ReactNode
}

/** A few fields above the page, to send or to leave; Esc leaves, and the focus goes back to what opened it. */
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
