import { Button, Group, Modal } from '@mantine/core'
import { ro } from '../../text/ro.ts'
import type { Question } from './confirm.tsx'
import { useFocusReturn } from './use-focus-return.ts'

/** The focus starts on the safe button, Esc cancels. */
export function QuestionDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  useFocusReturn()
  const sayNo = () => {
    onClose()
    question.onNo?.()
  }
  return (
    <Modal
      opened
      onClose={sayNo}
      title={question.text}
      centered
      size="sm"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <Group justify="flex-end" gap="xs">
        <Button data-autofocus variant="default" onClick={sayNo}>
          {ro.cancel}
        </Button>
        <Button
          color={question.danger ? 'red' : undefined}
          onClick={() => {
            onClose()
            question.onYes()
          }}
        >
          {question.yes}
        </Button>
      </Group>
    </Modal>
  )
}
