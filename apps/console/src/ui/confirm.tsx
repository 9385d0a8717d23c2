import { Button, Group, Modal, Text } from '@mantine/core'
import { create } from 'zustand'
import { ro } from '../text/ro.ts'

interface Question {
  text: string
  /** The verb, on the button. */
  yes: string
  danger?: boolean
  onYes: () => void
}

const useQuestion = create<{ question: Question | null }>(() => ({ question: null }))

export function confirm(question: Question) {
  useQuestion.setState({ question })
}

/** Mounted once; focus lands on the safe answer, Esc says no. */
export function ConfirmDialog() {
  const question = useQuestion((s) => s.question)
  const close = () => useQuestion.setState({ question: null })
  return (
    <Modal
      opened={question !== null}
      onClose={close}
      title={question?.text ?? ''}
      centered
      size="sm"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <Text component="div" size="sm">
        <Group justify="flex-end" gap="xs">
          <Button data-autofocus variant="default" onClick={close}>
            {ro.cancel}
          </Button>
          <Button
            color={question?.danger ? 'red' : undefined}
            onClick={() => {
              close()
              question?.onYes()
            }}
          >
            {question?.yes ?? ''}
          </Button>
        </Group>
      </Text>
    </Modal>
  )
}
