import { useBeInOrder, useOrderViewers, type Viewer } from '../../../realtime/order-viewers.ts'
import { useIsAway } from '../../../ui/use-is-away.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'
import './viewers.css'
import { useIsEditing } from './open-edits.ts'

const messages = savedOrderMessages.lookers

/**
 * Colleagues who have this order open, and whether they edit it or are away. This window is reported to them
 * likewise.
 */
export function Viewers({ orderId }: { orderId: number }) {
  const isAway = useIsAway()
  const isEditing = useIsEditing() && !isAway
  useBeInOrder(orderId, { isEditing, isAway })
  const viewers = useOrderViewers(orderId)
  return (
    <output className="lookers" aria-label={messages.label}>
      {viewers.map((viewer) => (
        <span key={viewer.id} className={viewerClass(viewer)}>
          {messagesOf(viewer)}
        </span>
      ))}
    </output>
  )
}

function viewerClass({ isEditing, isAway }: Viewer): string {
  if (isAway) return 'tag looker-away'
  return isEditing ? 'tag looker-edits' : 'tag'
}

function messagesOf({ name, isEditing, isAway }: Viewer): string {
  if (isAway) return messages.away(name)
  return isEditing ? messages.editing(name) : messages.here(name)
}
