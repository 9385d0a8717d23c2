import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { chatLabels as labels } from '../chat-labels.ts'
import './chat.css'

interface Props {
  unread: number
  /** A single conversation, without the list. */
  isNarrow?: boolean
  /** Between the title and the close button. */
  tools?: ReactNode
  children: ReactNode
  onClose: () => void
}

/** The panel is beside the screen and does not trap the focus, so that work on the order can go on. */
export function ChatFrame({ unread, isNarrow = false, tools, children, onClose }: Props) {
  useEscLayer(onClose)
  return (
    <aside className={isNarrow ? 'chat-panel chat-panel-own' : 'chat-panel'} aria-label={labels.title}>
      <header className="chat-head">
        <h2>
          {labels.title} {unread > 0 ? <span className="dim small">({labels.unread(unread)})</span> : null}
        </h2>
        <span className="chat-space" />
        {tools}
        <CloseButton aria-label={labels.close} onClick={onClose} />
      </header>
      {children}
    </aside>
  )
}
