import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import type { Role } from '@dispecerat/domain/permissions'
import { grantableRoles } from '@dispecerat/domain/role-grants'
import { recordChange } from '../audit/audit.public.ts'
import { holderOfPhone, takeEmailFromClient } from '../clients/clients.public.ts'
import { findCompany } from '../companies/companies.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { chargeToAccount } from './charge-to-account.ts'
import { recordClientChange } from './client-rules.ts'
import {
  codeIsTaken,
  type Holder,
  holderOf,
  insertPerson,
  openAccount,
  saveCompanies,
  saveRoles,
} from './person.store.ts'
import { codeOfClient, makeClientOf, openContract, saveDriverOf, savePapers } from './person-parts.store.ts'
import { throwProblems } from './require-free.ts'

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
 * Adds somebody inside the caller's transaction: an account with its roles, companies, a driver's row of duty and an account's contract;
 * or a client, who is a row of the companies and a phone, whoever has that phone. A phone that only clients have becomes the new
 * colleague's: a phone has one user on the whole platform.
 * Throws user.role_not_yours_to_grant, company.unknown, and FieldErrors with the wire's field names (phone, email, identifier,
 * company_ids …).
 */
export async function addPerson(tx: Tx, caller: Caller, person: NewPerson, now: Date): Promise<{ userId: number }> {
  const { roles, phone } = person
  requireGrantable(caller, roles)
  await requireCompanies(tx, caller, person)
  const isClientOnly = roles.every((role) => role === 'client')
  if (isClientOnly && phone) return addClient(tx, caller, person, { phone, now })

  const known = phone ? await holderOf(tx, 'phone', phone) : null
  await requireFree(tx, caller, person, known)
  const userId = await addAccount(tx, person, known, now)
  if (roles.includes('client')) await insertClient(tx, userId, person, now)
  await saveCompanies(tx, userId, { companyIds: person.companyIds, within: [] })
  await addWork(tx, userId, person, now)
  const [companyId = null] = person.companyIds
  const after = wireOf(person)
  await recordChange(
    tx,
    caller,
    { entity: 'user', entityId: userId, companyId, action: 'created', before: null, after },
    now,
  )
  return { userId }
}

/** A client whom the company gave a code keeps it as a colleague, unless another is given. */
async function addAccount(tx: Tx, person: NewPerson, known: Known, now: Date): Promise<number> {
  const { name, phone = null, email = null, passwordHash, roles, companyIds } = person
  const [companyId = null] = companyIds
  const isClientHere = known !== null && companyId !== null
  const identifier = person.identifier || (isClientHere ? await codeOfClient(tx, known.userId, companyId) : null)
  const account = { name, phone, email, identifier, ...(passwordHash ? { passwordHash } : {}) }
  if (email) await takeEmailFromClient(tx, email)
  const userId = known?.userId ?? (await insertPerson(tx, account, now))
  if (known) await openAccount(tx, userId, account)
  await saveRoles(tx, userId, roles)
  return userId
}

/** Neither the answer nor what is written depends on who has the phone. */
async function addClient(
  tx: Tx,
  caller: Caller,
  person: NewPerson,
  { phone, now }: { phone: string; now: Date },
): Promise<{ userId: number }> {
  const { companyIds, identifier, passwordHash } = person
  if (passwordHash) throw new FieldErrors({ password: ['Un client nu are parolă'] })
  const userId = await holderOfPhone(tx, phone, now)
  if (identifier && (await codeIsTaken(tx, { code: identifier, companyIds, but: userId }))) {
    throw new FieldErrors({ identifier: ['Codul este folosit deja în companie'] })
  }
  await insertClient(tx, userId, person, now)
  const after = wireOf(person)
  await recordClientChange(
    tx,
    caller,
    { userId, companyIds: [...companyIds] },
    { action: 'created', before: null, after, now },
  )
  return { userId }
}

async function insertClient(tx: Tx, userId: number, person: NewPerson, now: Date) {
  const { companyIds, name, about = null, email = null, identifier = null, roles } = person
  const isClientOnly = roles.every((role) => role === 'client')
  // A colleague's e-mail and code stand in the account.
  const client = { name, about, ...(isClientOnly ? { email, identifier } : { email: null, identifier: null }) }
  const isNew = await makeClientOf(tx, userId, { companyIds, client, now })
  if (!isNew) throw new FieldErrors({ phone: ['Clientul există deja'] })
  const { protocolParentUserId: accountId = null } = person
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

type Known = Holder | null

async function requireFree(
  tx: Tx,
  caller: Caller,
  { phone, email, identifier, companyIds, roles }: NewPerson,
  known: Known,
): Promise<void> {
  const problems: Record<string, string[]> = {}
  if (!phone && !email) problems.phone = ['Telefonul sau e-mailul este obligatoriu']
  if (!phone && roles.includes('client')) problems.phone = ['Telefonul este obligatoriu']
  if (known && !known.isClientOnly) problems.phone = ['Numărul este folosit de alt cont']
  const mailed = email ? await holderOf(tx, 'email', email) : null
  if (mailed && !mailed.isClientOnly) problems.email = ['E-mailul este folosit de alt cont']
  if (
    identifier &&
    (await codeIsTaken(tx, { code: identifier, companyIds, but: known?.isClientOnly ? known.userId : null }))
  ) {
    problems.identifier = ['Codul este folosit deja în companie']
  }
  throwProblems(caller, problems, [known, mailed])
}

/** The log of changes speaks the wire's words. */
function wireOf({ passwordHash: _hash, ...person }: NewPerson): object {
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
