import { useEffect, useState } from 'react'
import { useBeInOrder, useOrderViewers, type Viewer } from '../../../realtime/order-viewers.ts'
import { savedOrderMessages } from '../saved-order-messages.ts'
import './viewers.css'
import { useIsEditing } from './open-edits.ts'

const AWAY_AFTER_MS = 5 * 60_000
const ACTIVITY_EVENTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focus'] as const
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

/** True without any input in this window for 5 minutes; false again with the next one. */
function useIsAway(): boolean {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined
    const stay = () => {
      clearTimeout(leaving)
      leaving = setTimeout(() => setIsAway(true), AWAY_AFTER_MS)
      setIsAway(false)
    }
    stay()
    for (const sign of ACTIVITY_EVENTS) window.addEventListener(sign, stay, { capture: true, passive: true })
    return () => {
      clearTimeout(leaving)
      for (const sign of ACTIVITY_EVENTS) window.removeEventListener(sign, stay, { capture: true })
    }
  }, [])
  return isAway
}
