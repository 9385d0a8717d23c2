import { simulatorMessages as messages } from '../simulator-messages.ts'
import type { Ring } from './row-of.ts'

const RADIUS = 10
const ROUND = 2 * Math.PI * RADIUS

/**
 * The seconds until the driver answers or, when only the user answers, until the offer expires; a number in a ring
 * that runs out.
 */
export function OfferRing({ ring: { left, total, answersItself } }: { ring: Ring }) {
  const label = answersItself ? messages.table.answersIn(left) : messages.table.ringsFor(left)
  return (
    <svg className="offer-ring" width="26" height="26" viewBox="0 0 26 26" role="img" aria-label={label}>
      <circle cx="13" cy="13" r={RADIUS} className="ring-ground" />
      <circle
        cx="13"
        cy="13"
        r={RADIUS}
        className="ring-left"
        strokeDasharray={ROUND}
        strokeDashoffset={ROUND * (1 - Math.min(1, left / total))}
        transform="rotate(-90 13 13)"
      />
      <text x="13" y="17" textAnchor="middle">
        {left}
      </text>
    </svg>
  )
}
