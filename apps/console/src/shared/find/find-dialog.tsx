import { Modal } from '@mantine/core'
import { useRef, useState } from 'react'
import { findMessages } from '../../text/find-messages.ts'
import { ro } from '../../text/ro.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { useFocusReturn } from '../../ui/dialogs/use-focus-return.ts'
import { CommandList } from './command-list.tsx'
import './find-dialog.css'
import type { FindParams } from '../../routes/params/shell-params.ts'
import { draftOf, type FindDraft, findOf, type Secret, secretOf } from './find-draft.ts'
import { FindFields } from './find-fields.tsx'
import { FindResults } from './find-results.tsx'

interface Props {
  find: FindParams
  onFind: (find: FindParams) => void
  onClose: () => void
}

/** The last searched phone or name; kept in memory only, until the page is closed. */
let lastSecret: Secret | null = null

/** The order search: fields, results, and a preview of each result. */
export function FindDialog({ find, onFind, onClose }: Props) {
  useFocusReturn()
  useEscLayer(onClose)
  const [secret, setSecret] = useState(lastSecret)
  const [draft, setDraft] = useState(() => draftOf(find, lastSecret))
  const body = useRef<HTMLDivElement>(null)
  const run = (what: FindDraft) => {
    lastSecret = secretOf(what)
    setSecret(lastSecret)
    onFind(findOf(what))
  }
  const goToRows = () => body.current?.querySelector<HTMLElement>('a[data-row], [data-command]')?.focus()
  const goToFields = () => body.current?.querySelector<HTMLElement>('input[data-term]')?.focus()
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      size={720}
      title={findMessages.title}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': ro.close }}
    >
      <div ref={body} className="find">
        <FindFields draft={draft} onChange={setDraft} onRun={run} onDown={goToRows} />
        <CommandList typed={draft.term} onLeaveTop={goToFields} />
        <FindResults find={find} secret={secret} onPage={(page) => onFind({ ...find, page })} onLeaveTop={goToFields} />
      </div>
    </Modal>
  )
}
