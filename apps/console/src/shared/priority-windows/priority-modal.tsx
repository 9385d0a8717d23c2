import { Modal } from '@mantine/core'
import { useState } from 'react'
import { ro } from '../../text/ro.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { NewPriorityWindow } from './new-priority-window.tsx'
import { priorityMessages } from './priority-messages.ts'
import './priority-modal.css'
import { PriorityWindows } from './priority-windows.tsx'
import { usePriorityWindows } from './use-priority-windows.ts'

/** The priority windows: which drivers get offers first, and when. */
export function PriorityModal({ onClose }: { onClose: () => void }) {
  useFocusReturn()
  const [page, setPage] = useState(1)
  const { list, readAgain, remove } = usePriorityWindows(page)
  return (
    <Modal
      opened
      onClose={onClose}
      title={priorityMessages.title}
      size="lg"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <NewPriorityWindow
        onSaved={() => {
          setPage(1)
          readAgain()
        }}
      />
      <PriorityWindows list={list} page={page} onPage={setPage} onRemove={(id) => void remove.run(id)} />
    </Modal>
  )
}
