import type { Role } from '@dispecerat/domain/identity/permissions'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { holderOfPhone, takeEmailFromClient } from '../../orders/clients/clients.public.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import { chargeToAccount } from './charge-to-account.ts'
import { recordClientChange } from './clients/client-rules.ts'
import { isClientOnly, newPersonRules } from './new-person-rules.ts'
import { type Holder, holderOf, insertPerson, openAccount, saveCompanies, saveRoles } from './person.store.ts'
import { codeOfClient, makeClientOf, openContract, saveDocuments, saveDriverOf } from './person-parts.store.ts'

export interface NewPerson {
  name: string
  /** E.164 */
  phone?: string | null
  email?: string | null
  /** Short code, unique within each company. */
  identifier?: string | null
  roles: readonly Role[]
  /** Companies that the person works for, or is a client of. */
  companyIds: readonly CompanyId[]
  /** Hashed before the transaction; without one the person chooses a password by a link. */
  passwordHash?: string | null
  about?: string | null
  /** For a client: the account that pays. */
  protocolParentUserId?: UserId | null
  licenceNo?: string | null
  /** 'YYYY-MM-DD' */
  licenceUntil?: string | null
  attestationUntil?: string | null
}

/**
 * Adds a person inside the given transaction: an account with roles, companies, a driver's status row and an account's contract; or a
 * client, stored per company by phone, whoever has that phone. A phone that only clients have is taken over by the new colleague, because a
 * phone has one user on the platform. Throws user.role_not_yours_to_grant, company.unknown, and FieldErrors with the wire's field names
 * (phone, email, identifier, company_ids …).
 */
export async function addPerson(tx: Tx, actor: Actor, person: NewPerson, now: Date): Promise<{ userId: UserId }> {
  await checkAll(actor, ...newPersonRules(tx, actor, person))
  return addCheckedPerson(tx, actor, person, now)
}

/** For a person who was checked by `newPersonRules` in this transaction. */
export async function addCheckedPerson(
  tx: Tx,
  actor: Actor,
  person: NewPerson,
  now: Date,
): Promise<{ userId: UserId }> {
  const { roles, phone } = person
  if (phone && isClientOnly(person)) return addClient(tx, actor, person, { phone, now })

  const known = phone ? await holderOf(tx, 'phone', phone) : null
  const userId = await addAccount(tx, person, known, now)
  if (roles.includes('client')) await insertClient(tx, userId, person, now)
  await saveCompanies(tx, userId, { companyIds: person.companyIds, within: [] })
  await addWork(tx, userId, person, now)
  const [companyId = null] = person.companyIds
  const after = wireOf(person)
  await recordAudit(
    tx,
    actor,
    { entity: 'user', entityId: userId, companyId, action: 'created', before: null, after },
    now,
  )
  return { userId }
}

/** A client with a code from the company keeps it as a colleague, unless another code is entered. */
async function addAccount(tx: Tx, person: NewPerson, known: Known, now: Date): Promise<UserId> {
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

/** Neither the reply nor the written rows depend on who has the phone. */
async function addClient(
  tx: Tx,
  actor: Actor,
  person: NewPerson,
  { phone, now }: { phone: string; now: Date },
): Promise<{ userId: UserId }> {
  const { companyIds } = person
  const userId = await holderOfPhone(tx, phone, now)
  await insertClient(tx, userId, person, now)
  const after = wireOf(person)
  await recordClientChange(
    tx,
    actor,
    { userId, companyIds: [...companyIds] },
    { action: 'created', before: null, after, now },
  )
  return { userId }
}

async function insertClient(tx: Tx, userId: UserId, person: NewPerson, now: Date) {
  const { companyIds, name, about = null, email = null, identifier = null, roles } = person
  const isOnlyClient = roles.every((role) => role === 'client')
  // For a colleague, e-mail and code are stored in the account.
  const client = { name, about, ...(isOnlyClient ? { email, identifier } : { email: null, identifier: null }) }
  const isNew = await makeClientOf(tx, userId, { companyIds, client, now })
  if (!isNew) throw new FieldErrors({ phone: ['Clientul există deja'] })
  const { protocolParentUserId: accountId = null } = person
  if (accountId !== null) await chargeToAccount(tx, userId, { accountId, companyIds })
}

async function addWork(tx: Tx, userId: UserId, person: NewPerson, now: Date): Promise<void> {
  const [companyId] = person.companyIds
  if (companyId === undefined) return
  if (person.roles.includes('driver')) {
    await saveDriverOf(tx, userId, companyId, now)
    await saveDocuments(tx, userId, person)
  }
  if (person.roles.includes('company')) await openContract(tx, userId, companyId)
}

type Known = Holder | null

/** Uses the wire's field names, as the audit log does. */
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
