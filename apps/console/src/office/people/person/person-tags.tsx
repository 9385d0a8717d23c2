import type { PersonRow } from '@dispecerat/contract/office/people'
import type { DocumentState } from '@dispecerat/domain/fleet/driver-documents'
import { shownTime } from '../../../text/format.ts'
import { peopleMessages as messages } from '../people-messages.ts'

/** A symbol and a text, because colour alone is not accessible. */
export function StateTag({ person }: { person: Pick<PersonRow, 'state' | 'ban_until' | 'ban_reason'> }) {
  const { state, ban_until, ban_reason } = person
  return (
    <span className={`person-state person-${state}`} title={ban_reason ?? undefined}>
      <span aria-hidden>{messages.stateSigns[state]}</span>{' '}
      {state === 'banned' && ban_until && ban_until < '2100'
        ? messages.bannedUntil(shownTime(ban_until))
        : messages.states[state]}
    </span>
  )
}

const SYMBOLS: Record<DocumentState, string> = { valid: '✓', ending: '!', expired: '✕', missing: '?' }

export function DocumentTag({ state, text }: { state: DocumentState; text?: string }) {
  return (
    <span className={`paper-tag paper-${state}`}>
      <span aria-hidden>{SYMBOLS[state]}</span> {text ?? messages.papers[state]}
    </span>
  )
}
