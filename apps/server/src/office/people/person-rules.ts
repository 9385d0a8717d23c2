import { mayAdminister, mayReadPeople, PEOPLE_TYPES, ROLES_OF_TYPE } from '@dispecerat/domain/identity/role-grants'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { holdDriver } from '../../fleet/fleet.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { findClientRecord } from './clients/client-record.store.ts'
import { findPerson, lockPersonRow, type PersonRecord } from './person.store.ts'

/** True when the actor may administer the account; otherwise they may only read it. */
export function mayAdministerPerson(actor: Actor, person: PersonRecord): boolean {
  const isYourself = person.userId === actor.userId
  if (isYourself && mayAdminister(actor.roles, ['client'])) return true
  return !(person.isSuperUser && !isYourself) && mayAdminister(actor.roles, person.roles)
}

/**
 * A user who may open none of the lists that contain the person does not read the person either. A colleague who is also a client is shown
 * as a client, not with the colleague's account.
 */
function mayRead(actor: Actor, { userId, roles }: PersonRecord): boolean {
  if (userId === actor.userId || roles.length === 0) return true
  const works = roles.filter((role) => role !== 'client')
  return PEOPLE_TYPES.some(
    (type) =>
      mayReadPeople(actor.roles, type) &&
      (works.length === 0 ? roles : works).some((role) => ROLES_OF_TYPE[type].includes(role)),
  )
}

/** The account of a user who works for the actor's companies and whom the actor may read; null for any other user. */
export async function findAccount(db: Db | Tx, actor: Actor, userId: UserId): Promise<PersonRecord | null> {
  const person = await findPerson(db, userId, actor.scope)
  return person && mayRead(actor, person) ? person : null
}

/** Like `findAccount`. Throws user.unknown, and user.not_yours_to_edit for a client, whose account a company cannot open. */
export async function requireAccount(db: Db | Tx, actor: Actor, userId: UserId): Promise<PersonRecord> {
  const person = await findAccount(db, actor, userId)
  if (person) return person
  const isClient = mayReadPeople(actor.roles, 'client') && (await findClientRecord(db, userId, actor.scope)) !== null
  throw new DomainError(isClient ? 'user.not_yours_to_edit' : 'user.unknown')
}

/** Locks this account alone until the transaction ends. Throws what `requireAccount` throws. */
export async function lockPerson(tx: Tx, actor: Actor, userId: UserId): Promise<PersonRecord> {
  await requireAccount(tx, actor, userId)
  await holdDriver(tx, userId)
  await lockPersonRow(tx, userId)
  const person = await findAccount(tx, actor, userId)
  if (!person) throw new DomainError('user.unknown')
  return person
}

/** Throws user.not_yours_to_edit; only the first administrator edits their own account. */
export function requireAdministered(actor: Actor, person: PersonRecord): void {
  if (!mayAdministerPerson(actor, person)) throw new DomainError('user.not_yours_to_edit')
}

/**
 * Log-in data (e-mail, phone, password, active state) may be changed only by actors who administer all companies that the person works for,
 * so that one company's administrator cannot take over another's colleague. Companies of which the person is only a client do not count.
 */
export function requireWhole({ scope }: Actor, { companyIds }: PersonRecord): void {
  const { companies } = scope
  if (companies === 'every') return
  if (companyIds.some((id) => !companies.includes(id))) throw new DomainError('user.works_elsewhere')
}

/** For changes that could lock the actor or the installation out: throws user.is_yourself, user.is_super_user. */
export function requireAnother(actor: Actor, person: PersonRecord): void {
  if (person.userId === actor.userId) throw new DomainError('user.is_yourself')
  if (person.isSuperUser) throw new DomainError('user.is_super_user')
}

/** A driver takes neither a shift nor a balance to another company. FieldErrors on `field`. */
export function requireMovable({ isOnShift, balanceBani }: PersonRecord, field: 'company_ids' | 'roles'): void {
  if (isOnShift) throw new FieldErrors({ [field]: ['Șoferul este în tură; mutați-l după ce o închide'] })
  if (balanceBani !== 0) {
    throw new FieldErrors({ [field]: ['Șoferul are sold la compania de până acum; aduceți-l la zero, apoi mutați-l'] })
  }
}

/** The company whose audit log records a change of the account: one that the person works for. */
export function companyOf(actor: Actor, { companyIds }: PersonRecord): CompanyId | null {
  const { companies } = actor.scope
  return (companies === 'every' ? companyIds[0] : companyIds.find((id) => companies.includes(id))) ?? null
}
