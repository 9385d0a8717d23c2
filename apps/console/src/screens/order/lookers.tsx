import { type Looker, useBeInOrder, useOrderLookers } from '../../realtime/order-lookers.ts'
import { savedOrderWords } from '../../text/saved-order-words.ts'
import { useIsAway } from '../../ui/use-is-away.ts'
import './lookers.css'
import { useIsEditing } from './open-edits.ts'

const words = savedOrderWords.lookers

/** The colleagues who have this order open, and who of them is changing it or has gone; they are told the same of this window. */
export function Lookers({ orderId }: { orderId: number }) {
  const isAway = useIsAway()
  const isEditing = useIsEditing() && !isAway
  useBeInOrder(orderId, { isEditing, isAway })
  const lookers = useOrderLookers(orderId)
  return (
    <output className="lookers" aria-label={words.label}>
      {lookers.map((looker) => (
        <span key={looker.id} className={lookOf(looker)}>
          {wordsOf(looker)}
        </span>
      ))}
    </output>
  )
}

function lookOf({ isEditing, isAway }: Looker): string {
  if (isAway) return 'tag looker-away'
  return isEditing ? 'tag looker-edits' : 'tag'
}

function wordsOf({ name, isEditing, isAway }: Looker): string {
  if (isAway) return words.away(name)
  return isEditing ? words.editing(name) : words.here(name)
}
