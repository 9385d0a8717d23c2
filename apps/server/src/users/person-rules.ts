import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import { mayAdminister, mayNote, mayReadPeople, PEOPLE_TYPES, ROLES_OF_TYPE } from '@dispecerat/domain/role-grants'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { holdDriver } from '../fleet/fleet.public.ts'
import { findPerson, lockPersonRow, type PersonRecord } from './person.store.ts'

/** What a caller may do with somebody: everything, a client's name and notes, or only read. */
export type Change = 'administer' | 'note' | 'nothing'

export function mayChange(caller: Caller, person: PersonRecord): Change {
  const isYourself = person.userId === caller.userId
  if (isYourself && mayAdminister(caller.roles, ['client'])) return 'administer'
  if (person.isSuperUser && !isYourself) return 'nothing'
  if (mayAdminister(caller.roles, person.roles)) return 'administer'
  return mayNote(caller.roles, person.roles) ? 'note' : 'nothing'
}

/** Role matrix §4.1: whoever opens none of the lists somebody stands in does not read him either. */
export function mayRead(caller: Caller, person: PersonRecord): boolean {
  if (person.userId === caller.userId || person.roles.length === 0) return true
  return PEOPLE_TYPES.some(
    (type) => mayReadPeople(caller.roles, type) && person.roles.some((role) => ROLES_OF_TYPE[type].includes(role)),
  )
}

/** Somebody of the caller's companies, held until the transaction ends; user.unknown for anybody else. */
export async function lockPerson(tx: Tx, caller: Caller, userId: number): Promise<PersonRecord> {
  await holdDriver(tx, userId)
  await lockPersonRow(tx, userId)
  const person = await findPerson(tx, userId, caller.scope)
  if (!person || !mayRead(caller, person)) throw new DomainError('user.unknown')
  return person
}

/** Throws user.not_yours_to_edit; nobody touches the first administrator but himself. */
export function requireAdministered(caller: Caller, person: PersonRecord): void {
  if (mayChange(caller, person) !== 'administer') throw new DomainError('user.not_yours_to_edit')
}

/**
 * What lets somebody in (e-mail, phone, password, being active) is for who speaks for all the companies he is of: one
 * company's administrator does not take over another's colleague.
 */
export function requireWhole({ scope }: Caller, person: PersonRecord): void {
  const { companies } = scope
  if (companies === 'every') return
  const elsewhere = [...person.companyIds, ...person.clientOf].some((id) => !companies.includes(id))
  if (elsewhere) throw new DomainError('user.works_elsewhere')
}

/** For what would lock its author out, or the house: throws user.is_yourself, user.is_super_user. */
export function requireAnother(caller: Caller, person: PersonRecord): void {
  if (person.userId === caller.userId) throw new DomainError('user.is_yourself')
  if (person.isSuperUser) throw new DomainError('user.is_super_user')
}

/** A driver takes neither a shift nor money with him to another company. FieldErrors on `field`. */
export function requireMovable({ isOnShift, balanceBani }: PersonRecord, field: 'company_ids' | 'roles'): void {
  if (isOnShift) throw new FieldErrors({ [field]: ['Șoferul este în tură; mutați-l după ce o închide'] })
  if (balanceBani !== 0) {
    throw new FieldErrors({ [field]: ['Șoferul are sold la compania de până acum; aduceți-l la zero, apoi mutați-l'] })
  }
}

/** The version somebody read, from If-Unmodified-Since; undefined = whoever comes last wins. */
export type ReadVersion = string | undefined

export function requireSeen(person: PersonRecord, read: ReadVersion): void {
  if (read === undefined || read === String(person.version)) return
  throw new DomainError('user.changed_meanwhile', { version: String(person.version) })
}

/** Whose log of changes tells of him. */
export function companyOf(caller: Caller, { companyIds, clientOf }: PersonRecord): number | null {
  const his = [...companyIds, ...clientOf]
  const { companies } = caller.scope
  return (companies === 'every' ? his[0] : his.find((id) => companies.includes(id))) ?? null
}
