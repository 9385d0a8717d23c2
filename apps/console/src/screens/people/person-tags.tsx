import type { PersonRow } from '@dispecerat/contract/people'
import type { PaperState } from '@dispecerat/domain/driver-papers'
import { shownTime } from '../../text/format.ts'
import { peopleWords as words } from '../../text/people-words.ts'

/** A sign and a word, never a colour alone. */
export function StateTag({ person }: { person: Pick<PersonRow, 'state' | 'ban_until' | 'ban_reason'> }) {
  const { state, ban_until, ban_reason } = person
  return (
    <span className={`person-state person-${state}`} title={ban_reason ?? undefined}>
      <span aria-hidden>{words.stateSigns[state]}</span>{' '}
      {state === 'banned' && ban_until && ban_until < '2100'
        ? words.bannedUntil(shownTime(ban_until))
        : words.states[state]}
    </span>
  )
}

const SIGNS: Record<PaperState, string> = { valid: '✓', ending: '!', expired: '✕', missing: '?' }

export function PaperTag({ state, text }: { state: PaperState; text?: string }) {
  return (
    <span className={`paper-tag paper-${state}`}>
      <span aria-hidden>{SIGNS[state]}</span> {text ?? words.papers[state]}
    </span>
  )
}
