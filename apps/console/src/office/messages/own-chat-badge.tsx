import { listOwnMessages, readOwnUnreadCount } from '@dispecerat/contract/office/own-messages'
import { later } from '../../ui/later.ts'
import { ChatButton } from './chat-badge.tsx'
import { useFeed } from './use-chat-feed.ts'

const Panel = later(() => import('./own-chat-panel.tsx').then((m) => m.OwnChatPanel))

/** Number of unread messages from the dispatchers to the logged-in account. */
export function OwnChatBadge() {
  const unread = useFeed(readOwnUnreadCount, [listOwnMessages], () => true)
  return <ChatButton unread={unread} panel={(onClose) => <Panel unread={unread} onClose={onClose} />} />
}
