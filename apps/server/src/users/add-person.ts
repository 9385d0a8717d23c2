import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import type { Role } from '@dispecerat/domain/permissions'
import { grantableRoles } from '@dispecerat/domain/role-grants'
import { recordChange } from '../audit/audit.public.ts'
import { findCompany } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { chargeToAccount } from './charge-to-account.ts'
import { codeIsTaken, giveCode, holderOf, insertPerson, saveCompanies, savePerson, saveRoles } from './person.store.ts'
import { makeClientOf, openContract, saveDriverOf, savePapers } from './person-parts.store.ts'

export interface NewPerson {
  name: string
  /** E.164 */
  phone?: string | null
  email?: string | null
  /** Short code, unique within each company. */
  identifier?: string | null
  roles: readonly Role[]
  /** Where he works, or whose client he is. */
  companyIds: readonly number[]
  /** Hashed before the transaction; without one he chooses his password by a link. */
  passwordHash?: string | null
  about?: string | null
  /** Of a client: whose account pays. */
  protocolParentUserId?: number | null
  licenceNo?: string | null
  /** 'YYYY-MM-DD' */
  licenceUntil?: string | null
  attestationUntil?: string | null
}

/** Who works for a company, and drives or orders for one only. */
const OF_ONE_COMPANY: readonly Role[] = ['driver', 'company']

/**
 * Adds somebody inside the caller's transaction: the account, roles, companies, a driver's row of duty, a client's row, an
 * account's contract. A phone that only a client has becomes the new colleague's, because people are one by phone (GAP-46).
 * Throws user.role_not_yours_to_grant, company.unknown, and FieldErrors with the wire's field names (phone, email, identifier,
 * company_ids …).
 */
export async function addPerson(tx: Tx, caller: Caller, person: NewPerson, now: Date): Promise<{ userId: number }> {
  const { companyIds, roles } = person
  requireGrantable(caller, roles)
  await requireCompanies(tx, caller, person)
  const isClientOnly = roles.every((role) => role === 'client')
  const known = person.phone ? await holderOf(tx, 'phone', person.phone) : null
  await requireFree(tx, person, { known, isClientOnly })

  const account = { ...accountOf(person), ...(isClientOnly ? { name: null } : {}) }
  const userId = known?.userId ?? (await insertPerson(tx, account, now))
  if (known && !isClientOnly) await savePerson(tx, userId, withoutNulls(account))
  if (known?.isClientOnly && isClientOnly && person.identifier) await giveCode(tx, userId, person.identifier)
  if (!known || !isClientOnly) await saveRoles(tx, userId, known ? [...roles, 'client'] : roles)
  if (roles.includes('client')) await addClient(tx, userId, person, now)
  if (!isClientOnly) await saveCompanies(tx, userId, { companyIds, within: [] })
  await addWork(tx, userId, person, now)

  const { passwordHash: _hash, ...told } = person
  const [companyId = null] = companyIds
  await recordChange(
    tx,
    caller,
    { entity: 'user', entityId: userId, companyId, action: 'created', before: null, after: wireOf(told) },
    now,
  )
  return { userId }
}

function accountOf({ name, phone = null, email = null, identifier = null, passwordHash }: NewPerson) {
  return { name, phone, email, identifier, ...(passwordHash ? { passwordHash } : {}) }
}

/** Whoever is known already keeps what is not written anew. */
function withoutNulls<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Partial<T>
}

async function addClient(tx: Tx, userId: number, person: NewPerson, now: Date) {
  const { companyIds, name, about = null, protocolParentUserId: accountId = null } = person
  const isNew = await makeClientOf(tx, userId, { companyIds, name, about, now })
  if (!isNew) throw new FieldErrors({ phone: ['Clientul există deja'] })
  if (accountId !== null) await chargeToAccount(tx, userId, { accountId, companyIds })
}

async function addWork(tx: Tx, userId: number, person: NewPerson, now: Date): Promise<void> {
  const [companyId] = person.companyIds
  if (companyId === undefined) return
  if (person.roles.includes('driver')) {
    await saveDriverOf(tx, userId, companyId, now)
    await savePapers(tx, userId, person)
  }
  if (person.roles.includes('company')) await openContract(tx, userId, companyId)
}

function requireGrantable({ roles: own, kind }: Caller, roles: readonly Role[]): void {
  const grantable = kind === 'system' ? roles : grantableRoles(own)
  if (roles.length === 0) throw new FieldErrors({ roles: ['Alegeți cel puțin un rol'] })
  if (roles.some((role) => !grantable.includes(role))) throw new DomainError('user.role_not_yours_to_grant')
}

/** Everybody but the platform's administrators belongs to a company of the caller's. */
async function requireCompanies(tx: Tx, caller: Caller, { companyIds, roles }: NewPerson): Promise<void> {
  await requireMine(tx, caller, companyIds)
  if (companyIds.length === 0 && roles.some((role) => role !== 'admin')) {
    throw new FieldErrors({ company_ids: ['Alegeți compania'] })
  }
  if (companyIds.length > 1 && roles.some((role) => OF_ONE_COMPANY.includes(role))) {
    throw new FieldErrors({ company_ids: ['Șoferii și conturile protocol aparțin unei singure companii'] })
  }
}

/** company.unknown when one is not the caller's to speak for. */
export async function requireMine(tx: Tx, { scope }: Caller, companyIds: readonly number[]): Promise<void> {
  for (const companyId of companyIds) {
    const isMine = scope.companies === 'every' ? await findCompany(tx, companyId) : scope.companies.includes(companyId)
    if (!isMine) throw new DomainError('company.unknown')
  }
}

type Known = { userId: number; isClientOnly: boolean } | null

async function requireFree(
  tx: Tx,
  { phone, email, identifier, companyIds, roles }: NewPerson,
  { known, isClientOnly }: { known: Known; isClientOnly: boolean },
): Promise<void> {
  const problems: Record<string, string[]> = {}
  if (!phone && !email) problems.phone = ['Telefonul sau e-mailul este obligatoriu']
  if (!phone && roles.includes('client')) problems.phone = ['Telefonul este obligatoriu']
  if (known && !known.isClientOnly && !isClientOnly) problems.phone = ['Numărul este folosit de alt cont']
  const mailed = email ? await holderOf(tx, 'email', email) : null
  const isHisOwn = mailed?.userId === known?.userId && (known?.isClientOnly || isClientOnly)
  if (mailed && !isHisOwn) problems.email = ['E-mailul este folosit de alt cont']
  if (email && !mailed && known && isClientOnly) {
    problems.email = ['Cine are acest telefon are deja un cont; e-mailul lui nu se schimbă de aici']
  }
  if (
    identifier &&
    (await codeIsTaken(tx, { code: identifier, companyIds, but: known?.isClientOnly ? known.userId : null }))
  ) {
    problems.identifier = ['Codul este folosit deja în companie']
  }
  if (Object.keys(problems).length > 0) throw new FieldErrors(problems)
}

/** The log of changes speaks the wire's words. */
function wireOf(person: Omit<NewPerson, 'passwordHash'>): object {
  const { companyIds, licenceNo, licenceUntil, attestationUntil, protocolParentUserId, ...plain } = person
  return {
    ...plain,
    company_ids: companyIds,
    licence_no: licenceNo,
    licence_until: licenceUntil,
    attestation_until: attestationUntil,
    protocol_parent_user_id: protocolParentUserId,
  }
}
