import { EVENT_ACCESS, type EventAccess, type EventTable } from '@dispecerat/contract/api/event-access'
import { type Permission, rolesMay } from '@dispecerat/domain/identity/permissions'
import type { Login } from '../http/authenticate.ts'

/** The names of the fields that a socket may receive. Equal sets are the same object, so that one encoded frame serves all who share it. */
export type VisibleFields = ReadonlySet<string>

const NO_ROWS: readonly EventAccess[] = []

/** Looks up the table of events for each socket, both for live events and for replays. An event without a row is sent to no client. */
export class EventFilter {
  readonly #table: EventTable
  readonly #sets = new Map<string, VisibleFields>()

  constructor(table: EventTable = EVENT_ACCESS) {
    this.#table = table
  }

  /** null: nothing of the event. `companies`: the companies that the event belongs to. */
  fieldsFor(login: Login, event: string, companies: readonly number[]): VisibleFields | null {
    const holds = permissionsIn(login, companies)
    const rows = (this.#table[event] ?? NO_ROWS).filter(({ may }) => may.some(holds))
    if (rows.length === 0) return null
    const names = rows.flatMap(({ fields }) =>
      Object.entries(fields).flatMap(([name, needs]) => (needs === true || holds(needs) ? [name] : [])),
    )
    return this.#shared(`${event} ${names.join(' ')}`, names)
  }

  #shared(key: string, names: readonly string[]): VisibleFields {
    const known = this.#sets.get(key)
    if (known) return known
    const made = new Set(names)
    this.#sets.set(key, made)
    return made
  }
}

export function pickVisibleFields(data: unknown, fields: VisibleFields): unknown {
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => fields.has(name)))
}

/**
 * The permissions of the login in one of the event's companies. Where none of them is the user's, the event is addressed to the user in
 * person, and a permission that any company has revoked counts as missing.
 */
function permissionsIn(login: Login, companies: readonly number[]): (permission: Permission) => boolean {
  const { roles, scope, revoked, revokedBy } = login
  const mine = scope.companies === 'every' ? [] : scope.companies
  const own = companies.filter((id) => mine.includes(id))
  if (own.length === 0 || revokedBy === undefined) return (permission) => rolesMay(roles, permission, revoked)
  return (permission) => own.some((id) => rolesMay(roles, permission, revokedBy.get(id)))
}
