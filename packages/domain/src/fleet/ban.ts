import type { Role } from '../identity/permissions.ts'
import { FieldErrors } from '../kernel/errors.ts'
import type { UserId } from '../kernel/ids.ts'

/** Value that stands for "permanent" on the wire and in the database. */
export const PERMANENT_BAN = new Date('2100-01-01T00:00:00Z')

export const BAN_UNITS = ['hour', 'day'] as const
export type BanUnit = (typeof BAN_UNITS)[number]

/** Length of a ban: a number of hours or days from now, until an instant, or permanent. */
export type BanLength = { unit: BanUnit; amount: number } | { until: Date } | 'forever'

/** The lengths the ban control offers besides permanent and a date. */
export const BAN_PRESETS = [
  { unit: 'hour', amount: 3 },
  { unit: 'hour', amount: 12 },
  { unit: 'hour', amount: 24 },
  { unit: 'hour', amount: 48 },
  { unit: 'day', amount: 4 },
] as const satisfies readonly BanLength[]

const UNIT_MS: Record<BanUnit, number> = { hour: 3_600_000, day: 24 * 3_600_000 }

/** The last instant of a ban that begins now, to the second because the wire knows no finer time; never after PERMANENT_BAN. */
export function banEnd(length: BanLength, now: Date): Date {
  if (length === 'forever') return PERMANENT_BAN
  const end = 'until' in length ? length.until.getTime() : now.getTime() + length.amount * UNIT_MS[length.unit]
  return new Date(Math.min(Math.floor(end / 1000) * 1000, PERMANENT_BAN.getTime()))
}

/** A ban request before validation. */
export interface BanInput {
  unit: BanUnit | null
  amount: number | null
  forever: boolean
  until: Date | null
  reason: string
}

/**
 * Validates a ban request: returns the end and the reason, or null when the input is empty and lifts the existing ban. Throws FieldErrors
 * unless there is exactly one length, it lies in the future and it has a reason.
 */
export function decideBan(input: BanInput, now: Date): { until: Date; reason: string } | null {
  if (lengthsIn(input) === 0 && input.reason === '') return null
  const problems = Object.assign({}, ...BAN_RULES.map((rule) => rule(input, now))) as BanProblems
  if (Object.keys(problems).length > 0) throw new FieldErrors(problems)
  return { until: banEnd(lengthOf(input), now), reason: input.reason }
}

type BanProblems = Record<string, string[]>

/** Validation rules of a ban; each returns its problems by the field's wire name and reads only the fields it checks. */
export const BAN_RULES: readonly ((input: BanInput, now: Date) => BanProblems)[] = [
  (input): BanProblems => {
    if (lengthsIn(input) !== 1) return { unit: ['Alegeți o singură durată'] }
    if (input.amount !== null && input.unit === null) return { unit: ['Câmp obligatoriu'] }
    return input.unit !== null && input.amount === null ? { amount: ['Câmp obligatoriu'] } : {}
  },
  ({ until }, now): BanProblems => (until && until <= now ? { ban_until: ['Data trebuie să fie în viitor'] } : {}),
  ({ reason }): BanProblems => (reason === '' ? { reason: ['Motivul este obligatoriu'] } : {}),
]

function lengthsIn({ unit, amount, forever, until }: BanInput): number {
  return [unit !== null || amount !== null, forever, until !== null].filter(Boolean).length
}

function lengthOf({ unit, amount, until }: BanInput): BanLength {
  if (unit !== null && amount !== null) return { unit, amount }
  return until ? { until } : 'forever'
}

/** The last instant of a ban still belongs to it. */
export function isBanned(until: Date | null, now: Date): boolean {
  return until !== null && until >= now
}

export function isPermanentBan(until: Date): boolean {
  return until >= PERMANENT_BAN
}

/** A user who bans or is to be banned. */
export interface BanParty {
  userId: UserId
  roles: readonly Role[]
}

/** A user bans only users of a lower level; users of the same level are colleagues. */
const LEVEL: Partial<Record<Role, number>> = { admin: 3, company_admin: 2, dispatcher: 1 }

/**
 * True when `by` may ban `whom`, both of one company. Nobody may ban themselves; a dispatcher bans drivers only, a company administrator
 * everybody of a lower level, an administrator everybody except the super user.
 */
export function mayBan(by: BanParty, whom: BanParty & { isSuperUser: boolean }): boolean {
  if (by.userId === whom.userId || whom.isSuperUser) return false
  if (by.roles.includes('admin')) return true
  if (by.roles.includes('company_admin')) return levelOf(whom) < levelOf(by)
  return by.roles.includes('dispatcher') && whom.roles.includes('driver') && levelOf(whom) === 0
}

function levelOf({ roles }: BanParty): number {
  return Math.max(0, ...roles.map((role) => LEVEL[role] ?? 0))
}
