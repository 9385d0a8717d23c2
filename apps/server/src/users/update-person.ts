import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import { closeResets, closeSessions } from '../accounts/accounts.public.ts'
import { recordChange } from '../audit/audit.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { recordStatusChange } from '../fleet/fleet.public.ts'
import type { Server } from '../server.ts'
import { requireMine } from './add-person.ts'
import { chargeToAccount } from './charge-to-account.ts'
import { codeIsTaken, holderOf, type PersonRecord, saveCompanies, savePerson } from './person.store.ts'
import { clientWords, saveClient, saveDriverOf, savePapers } from './person-parts.store.ts'
import {
  companyOf,
  lockPerson,
  mayChange,
  type ReadVersion,
  requireMovable,
  requireSeen,
  requireWhole,
} from './person-rules.ts'
import { parentAccountOf } from './protocol-parent.store.ts'

/** What is left out stays. Phones are E.164, days 'YYYY-MM-DD'. */
export interface PersonEdit {
  name?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  identifier?: string | null | undefined
  about?: string | null | undefined
  licenceNo?: string | null | undefined
  licenceUntil?: string | null | undefined
  attestationUntil?: string | null | undefined
  /** Of a client: whose account pays. */
  protocolParentUserId?: number | null | undefined
  companyIds?: readonly number[] | undefined
}

const NOTED: readonly (keyof PersonEdit)[] = ['name', 'about']
const KEYS_TO_THE_ACCOUNT: readonly (keyof PersonEdit)[] = ['email', 'phone']

/**
 * Changes what is written of somebody. A dispatcher writes a client's name and notes; e-mail and phone are for who speaks for all of
 * his companies, one's own e-mail for the account page with the password. Throws user.unknown, user.not_yours_to_edit,
 * user.works_elsewhere, user.changed_meanwhile, company.unknown and FieldErrors.
 */
export async function updatePerson(
  server: Server,
  caller: Caller,
  { userId, version }: { userId: number; version: ReadVersion },
  edit: PersonEdit,
): Promise<{ userId: number }> {
  return write(server, caller, async (tx) => {
    const person = await lockPerson(tx, caller, userId)
    const now = server.clock.now()
    requireAllowed(caller, person, edit)
    requireSeen(person, version)
    await requireFree(tx, person, edit)
    const before = await written(tx, caller, person)
    await save(tx, { caller, person, edit, now })
    const after = { ...before, ...fieldsOf(edit) }
    const change = { entity: 'user', entityId: userId, companyId: companyOf(caller, person), action: 'changed' }
    await recordChange(tx, caller, { ...change, before, after }, now)
    if (person.driverCompanyId !== null) await recordStatusChange(tx, userId, person.driverCompanyId, now)
    return { userId }
  })
}

function given(edit: PersonEdit): (keyof PersonEdit)[] {
  return (Object.keys(edit) as (keyof PersonEdit)[]).filter((field) => edit[field] !== undefined)
}

function requireAllowed(caller: Caller, person: PersonRecord, edit: PersonEdit): void {
  const allowed = mayChange(caller, person)
  const fields = given(edit)
  const isNote = fields.every((field) => NOTED.includes(field))
  if (allowed === 'nothing' || (allowed === 'note' && !isNote)) throw new DomainError('user.not_yours_to_edit')
  if (edit.email !== undefined && edit.email !== person.email && person.userId === caller.userId) {
    throw new FieldErrors({ email: ['Adresa proprie se schimbă din Setări cont, cu parola'] })
  }
  if (fields.some((field) => KEYS_TO_THE_ACCOUNT.includes(field))) requireWhole(caller, person)
}

async function requireFree(tx: Tx, person: PersonRecord, edit: PersonEdit): Promise<void> {
  const { userId, companyIds, clientOf } = person
  const { phone = person.phone, email = person.email, identifier } = edit
  const problems: Record<string, string[]> = {}
  if (!phone && !email) problems.phone = ['Telefonul sau e-mailul este obligatoriu']
  if (edit.phone === null && person.roles.includes('client')) problems.phone = ['Telefonul este obligatoriu']
  if (edit.phone && edit.phone !== person.phone && (await isAnothers(tx, 'phone', edit.phone, userId))) {
    problems.phone = ['Numărul este folosit de alt cont']
  }
  if (edit.email && edit.email !== person.email && (await isAnothers(tx, 'email', edit.email, userId))) {
    problems.email = ['E-mailul este folosit de alt cont']
  }
  const companies = [...new Set([...(edit.companyIds ?? companyIds), ...clientOf])]
  const code = identifier === undefined && edit.companyIds ? person.identifier : identifier
  if (code && (await codeIsTaken(tx, { code, companyIds: companies, but: userId }))) {
    problems.identifier = ['Codul este folosit deja în companie']
  }
  if (Object.keys(problems).length > 0) throw new FieldErrors(problems)
}

async function isAnothers(tx: Tx, field: 'phone' | 'email', value: string, userId: number): Promise<boolean> {
  const holder = await holderOf(tx, field, value)
  return holder !== null && holder.userId !== userId
}

interface Saving {
  caller: Caller
  person: PersonRecord
  edit: PersonEdit
  now: Date
}

async function save(tx: Tx, { caller, person, edit, now }: Saving): Promise<void> {
  const { userId, roles } = person
  const isClientOnly = roles.every((role) => role === 'client')
  const { name, email, phone, identifier, companyIds, about, protocolParentUserId: accountId, ...papers } = edit
  const account = { email, phone, identifier, ...(isClientOnly ? {} : { name }) }
  await savePerson(tx, userId, withoutGaps(account))
  if (email !== undefined && email !== person.email) await closeResets(tx, userId, now)
  await saveClient(tx, userId, {
    companyIds: clientsIn(caller, person),
    ...withoutGaps({ about, ...(isClientOnly ? { name } : {}) }),
  })
  if (accountId !== undefined) {
    await chargeToAccount(tx, userId, { accountId, companyIds: clientsIn(caller, person) })
  }
  if (roles.includes('driver')) await savePapers(tx, userId, withoutGaps(papers))
  if (companyIds !== undefined && !isClientOnly) await moveTo(tx, { caller, person, now }, companyIds)
}

async function moveTo(tx: Tx, { caller, person, now }: Omit<Saving, 'edit'>, companyIds: readonly number[]) {
  const { userId, roles, driverCompanyId } = person
  const { companies } = caller.scope
  await requireMine(
    tx,
    caller,
    companyIds.filter((id) => !person.companyIds.includes(id)),
  )
  const kept = companies === 'every' ? [] : person.companyIds.filter((id) => !companies.includes(id))
  const all = [...new Set([...kept, ...companyIds])]
  if (all.length === 0 && !roles.includes('admin')) throw new FieldErrors({ company_ids: ['Alegeți compania'] })
  if (companies !== 'every' && !companyIds.some((id) => companies.includes(id))) {
    throw new FieldErrors({ company_ids: ['Lăsați cel puțin o companie; un cont care pleacă se dezactivează'] })
  }
  const [only] = all
  if (roles.includes('driver') || roles.includes('company')) {
    if (all.length !== 1 || only === undefined) {
      throw new FieldErrors({ company_ids: ['Șoferii și conturile protocol aparțin unei singure companii'] })
    }
    if (roles.includes('company') && !person.companyIds.includes(only)) {
      throw new FieldErrors({ company_ids: ['Un cont protocol rămâne la compania cu care are contract'] })
    }
    if (driverCompanyId !== null && driverCompanyId !== only) {
      requireMovable(person, 'company_ids')
      await saveDriverOf(tx, userId, only, now)
      await recordStatusChange(tx, userId, only, now)
    }
  }
  await saveCompanies(tx, userId, { companyIds: all, within: companies })
  const isTakenOut = person.companyIds.some((id) => !all.includes(id))
  if (isTakenOut && !roles.includes('admin')) await closeSessions(tx, userId, null, now)
}

function clientsIn({ scope }: Caller, { clientOf }: PersonRecord): number[] {
  const { companies } = scope
  return companies === 'every' ? clientOf : clientOf.filter((id) => companies.includes(id))
}

/** As the log of changes knows him, in the wire's words. */
async function written(tx: Tx, caller: Caller, person: PersonRecord): Promise<object> {
  const isClient = person.clientOf.length > 0
  const words = isClient ? await clientWords(tx, person.userId, clientsIn(caller, person)) : { name: null, about: null }
  const isClientOnly = person.roles.every((role) => role === 'client')
  return {
    name: isClientOnly ? words.name : person.name,
    email: person.email,
    phone: person.phone,
    identifier: person.identifier,
    about: words.about,
    protocol_parent_user_id: isClient ? await parentAccountOf(tx, person.userId, clientsIn(caller, person)) : null,
    licence_no: person.licenceNo,
    licence_until: person.licenceUntil,
    attestation_until: person.attestationUntil,
    company_ids: person.companyIds,
  }
}

function fieldsOf({
  licenceNo,
  licenceUntil,
  attestationUntil,
  companyIds,
  protocolParentUserId,
  ...plain
}: PersonEdit): object {
  return withoutGaps({
    ...plain,
    protocol_parent_user_id: protocolParentUserId,
    licence_no: licenceNo,
    licence_until: licenceUntil,
    attestation_until: attestationUntil,
    company_ids: companyIds,
  })
}

function withoutGaps<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
