import { IconMessage } from '@tabler/icons-react'
import { type ReactNode, Suspense, useRef } from 'react'
import { ariaKeys, KEYS } from '../../keys/registry.ts'
import { useKey } from '../../keys/use-key.ts'
import { later } from '../../ui/later.ts'
import { chatLabels as labels } from '../chat-labels.ts'
import './chat-badge.css'
import { closeChat, openChat, useChat } from '../../shared/chat/chat-store.ts'
import { useChatFeed } from './use-chat-feed.ts'

const Panel = later(() => import('./chat-panel.tsx').then((m) => m.ChatPanel))

/** Number of unread messages, in the header; opens the panel. */
export function ChatBadge() {
  const unread = useChatFeed()
  return <ChatButton unread={unread} panel={(onClose) => <Panel unread={unread} onClose={onClose} />} />
}

interface Props {
  unread: number
  panel: (onClose: () => void) => ReactNode
}

export function ChatButton({ unread, panel }: Props) {
  const isOpen = useChat((s) => s.isOpen)
  const button = useRef<HTMLButtonElement>(null)
  const toggle = () => {
    if (isOpen) close()
    else openChat()
  }
  const close = () => {
    closeChat()
    button.current?.focus()
  }
  useKey('openChat', toggle)
  const label = labels.open(unread)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={unread > 0 ? 'chat-badge chat-badge-some' : 'chat-badge'}
        title={`${label} (${KEYS.openChat.shown})`}
        aria-label={label}
        aria-expanded={isOpen}
        aria-keyshortcuts={ariaKeys('openChat')}
        onClick={toggle}
      >
        <IconMessage size={15} aria-hidden />
        <span className="digits">{unread > 99 ? '99+' : unread}</span>
      </button>
      {isOpen ? <Suspense fallback={null}>{panel(close)}</Suspense> : null}
    </>
  )
}
