import type { Role } from '@dispecerat/domain/identity/permissions'
import { grantableRoles } from '@dispecerat/domain/identity/role-grants'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { findCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { NewPerson } from './add-person.ts'
import { requireAccountOf } from './charge-to-account.ts'
import { isClientOf } from './clients/client-record.store.ts'
import { codeIsTaken, type Holder, holderOf } from './person.store.ts'
import { throwProblems } from './require-free.ts'

/** Roles of which a user may have one company only. */
const OF_ONE_COMPANY: readonly Role[] = ['driver', 'company']

/**
 * The rules for a new person, with the wire's field names; the authorization errors come first: user.role_not_yours_to_grant and
 * company.unknown.
 */
export function newPersonRules(tx: Tx, actor: Actor, person: NewPerson) {
  let held: Promise<Holder | null> | undefined
  const holder = () => {
    held ??= person.phone ? holderOf(tx, 'phone', person.phone) : Promise.resolve(null)
    return held
  }
  return [
    () => requireGrantable(actor, person.roles),
    () => requireMine(tx, actor, person.companyIds),
    () => requireCompanies(person),
    () => requireWayToReach(person),
    async () => requireFreePhone(tx, actor, person, await holder()),
    () => requireFreeEmail(tx, actor, person),
    async () => requireFreeCode(tx, person, await holder()),
    () => requireParentAccount(tx, person),
  ] as const
}

/** Clients have no account; they are identified by their phone. */
export function isClientOnly({ roles, phone }: NewPerson): boolean {
  return roles.every((role) => role === 'client') && Boolean(phone)
}

function requireGrantable({ roles: own, kind }: Actor, roles: readonly Role[]): void {
  const grantable = kind === 'system' ? roles : grantableRoles(own)
  if (roles.length === 0) throw new FieldErrors({ roles: ['Alegeți cel puțin un rol'] })
  if (roles.some((role) => !grantable.includes(role))) throw new DomainError('user.role_not_yours_to_grant')
}

/** Throws company.unknown when one is not the actor's. */
export async function requireMine(tx: Tx, { scope }: Actor, companyIds: readonly CompanyId[]): Promise<void> {
  for (const companyId of companyIds) {
    const isMine = scope.companies === 'every' ? await findCompany(tx, companyId) : scope.companies.includes(companyId)
    if (!isMine) throw new DomainError('company.unknown')
  }
}

/** Every user but the platform's administrators belongs to a company of the actor. */
function requireCompanies({ companyIds, roles }: NewPerson): void {
  if (companyIds.length === 0 && roles.some((role) => role !== 'admin')) {
    throw new FieldErrors({ company_ids: ['Alegeți compania'] })
  }
  if (companyIds.length > 1 && roles.some((role) => OF_ONE_COMPANY.includes(role))) {
    throw new FieldErrors({ company_ids: ['Șoferii și conturile protocol aparțin unei singure companii'] })
  }
}

function requireWayToReach({ phone, email, roles }: NewPerson): void {
  if (!phone && roles.includes('client')) throw new FieldErrors({ phone: ['Telefonul este obligatoriu'] })
  if (!phone && !email) throw new FieldErrors({ phone: ['Telefonul sau e-mailul este obligatoriu'] })
}

async function requireFreePhone(tx: Tx, actor: Actor, person: NewPerson, known: Holder | null): Promise<void> {
  if (known === null) return
  if (!isClientOnly(person) && !known.isClientOnly) {
    throwProblems(actor, { phone: ['Numărul este folosit de alt cont'] }, [known])
  }
  if (person.roles.includes('client') && (await isClientOf(tx, known.userId, person.companyIds))) {
    throw new FieldErrors({ phone: ['Clientul există deja'] })
  }
}

async function requireFreeEmail(tx: Tx, actor: Actor, person: NewPerson): Promise<void> {
  if (!person.email || isClientOnly(person)) return
  const mailed = await holderOf(tx, 'email', person.email)
  if (mailed && !mailed.isClientOnly) {
    throwProblems(actor, { email: ['E-mailul este folosit de alt cont'] }, [mailed])
  }
}

async function requireFreeCode(tx: Tx, person: NewPerson, known: Holder | null): Promise<void> {
  const { identifier, companyIds } = person
  const but = known !== null && (known.isClientOnly || isClientOnly(person)) ? known.userId : null
  if (identifier && (await codeIsTaken(tx, { code: identifier, companyIds, but }))) {
    throw new FieldErrors({ identifier: ['Codul este folosit deja în companie'] })
  }
}

async function requireParentAccount(tx: Tx, { roles, protocolParentUserId, companyIds }: NewPerson): Promise<void> {
  if (roles.includes('client')) await requireAccountOf(tx, protocolParentUserId ?? null, companyIds)
}
