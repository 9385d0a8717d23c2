import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { recordStatusChange } from '../../fleet/fleet.public.ts'
import { closeResets, closeSessions } from '../../identity/accounts/accounts.public.ts'
import { changePhoneOfAccount, takeEmailFromClient } from '../../orders/clients/clients.public.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DomainEvents } from '../../platform/db/domain-events.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { chargeToAccount, requireAccountOf } from './charge-to-account.ts'
import { type ClientRecord, findClientRecord, saveClientRecord } from './clients/client-record.store.ts'
import { lockClient, recordClientChange } from './clients/client-rules.ts'
import { updateClient } from './clients/update-client.ts'
import { requireMine } from './new-person-rules.ts'
import { codeIsTaken, type Holder, holderOf, type PersonRecord, saveCompanies, savePerson } from './person.store.ts'
import { saveDocuments, saveDriverOf } from './person-parts.store.ts'
import { companyOf, lockPerson, requireAdministered, requireMovable, requireWhole } from './person-rules.ts'
import { throwProblems } from './require-free.ts'

/** Missing fields stay unchanged. Phones are E.164, days 'YYYY-MM-DD'. */
export interface PersonEdit {
  name?: string | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  identifier?: string | null | undefined
  about?: string | null | undefined
  licenceNo?: string | null | undefined
  licenceUntil?: string | null | undefined
  attestationUntil?: string | null | undefined
  /** For a client: the account that pays. */
  protocolParentUserId?: UserId | null | undefined
  companyIds?: readonly CompanyId[] | undefined
}

const KEYS_TO_THE_ACCOUNT: readonly (keyof PersonEdit)[] = ['email', 'phone']

/**
 * Changes a person: for a client the data that the actor's companies wrote, for a colleague the account. E-mail and phone of an account may
 * be changed only by actors who administer all companies that the person works for; one's own are changed on the account page with the
 * password. Returns the resulting user id: a client with another phone is another user. Throws user.unknown, user.not_yours_to_edit,
 * user.works_elsewhere, user.changed_meanwhile, company.unknown and FieldErrors.
 */
export async function updatePerson(
  server: Server,
  actor: Actor,
  { userId, version, consoleUrl }: { userId: UserId; version: ReadVersion; consoleUrl: string },
  typed: PersonEdit,
): Promise<{ userId: UserId }> {
  const edit = { ...typed }
  return write(server, actor, async (tx) => {
    const now = server.clock.now()
    const client = await lockClient(tx, actor, userId)
    if (client) return { userId: await updateClient(tx, actor, client, { edit: typed, version, now }) }

    const person = await lockPerson(tx, actor, userId)
    requireAdministered(actor, person)
    if (KEYS_TO_THE_ACCOUNT.some((field) => edit[field] !== undefined)) requireWhole(actor, person)
    requireFresh(version, person, 'user.changed_meanwhile')
    await checkAll(actor, ...editRules(tx, { actor, person, edit: typed }))
    await save(tx, { domainEvents: server.domainEvents, actor, person, edit, now })
    const email = edit.email ?? null
    if (edit.email !== undefined && email !== person.email) {
      await server.domainEvents.emit(tx, 'account.email_changed', { userId, email, consoleUrl, now })
    }
    const before = written(person)
    const after = { ...before, ...fieldsOf(edit) }
    const change = { entity: 'user', entityId: userId, companyId: companyOf(actor, person), action: 'changed' }
    await recordAudit(tx, actor, { ...change, before, after }, now)
    await saveClientOf(tx, { actor, person, edit, now })
    if (person.driverCompanyId !== null) await recordStatusChange(tx, userId, person.driverCompanyId, now)
    return { userId }
  })
}

type Editing = Omit<Saving, 'domainEvents' | 'now'>

/** The rules for a changed account, with the wire's field names. */
function editRules(tx: Tx, editing: Editing) {
  const { actor, person, edit } = editing
  const isYourself = person.userId === actor.userId
  return [
    async () => {
      if (edit.companyIds !== undefined) await requireNewCompanies(tx, editing)
    },
    () => {
      if (isYourself && edit.email !== undefined && edit.email !== person.email) {
        throw new FieldErrors({ email: ['Adresa proprie se schimbă din Setări cont, cu parola'] })
      }
    },
    () => {
      if (isYourself && edit.phone !== undefined && edit.phone !== person.phone) {
        throw new FieldErrors({ phone: ['Telefonul propriu se schimbă din Setări cont, cu parola'] })
      }
    },
    () => requireWayToReach(editing),
    () => requireFreeValue(tx, editing, 'phone', 'Numărul este folosit de alt cont'),
    () => requireFreeValue(tx, editing, 'email', 'E-mailul este folosit de alt cont'),
    () => requireFreeCode(tx, editing),
    () => requireParentAccount(tx, editing),
  ] as const
}

function requireWayToReach({ person, edit }: Editing): void {
  const { phone = person.phone, email = person.email } = edit
  if (edit.phone === null && person.clientOf.length > 0)
    throw new FieldErrors({ phone: ['Telefonul este obligatoriu'] })
  if (!phone && !email) throw new FieldErrors({ phone: ['Telefonul sau e-mailul este obligatoriu'] })
}

async function requireFreeValue(
  tx: Tx,
  { actor, person, edit }: Editing,
  field: 'phone' | 'email',
  message: string,
): Promise<void> {
  const value = edit[field]
  const another = value && value !== person[field] ? await anotherOf(tx, field, value, person.userId) : null
  if (another) throwProblems(actor, { [field]: [message] }, [another])
}

async function requireFreeCode(tx: Tx, { person, edit }: Editing): Promise<void> {
  const { identifier, companyIds = person.companyIds } = edit
  const code = identifier === undefined && edit.companyIds ? person.identifier : identifier
  if (code && (await codeIsTaken(tx, { code, companyIds, but: person.userId }))) {
    throw new FieldErrors({ identifier: ['Codul este folosit deja în companie'] })
  }
}

/** Applies to a colleague who is also a client. */
async function requireParentAccount(tx: Tx, { actor, person, edit }: Editing): Promise<void> {
  if (!edit.protocolParentUserId || person.clientOf.length === 0) return
  const client = await findClientRecord(tx, person.userId, actor.scope)
  if (client) await requireAccountOf(tx, edit.protocolParentUserId, client.companyIds)
}

/** The account that has the value. A value that only clients have is free: their records move to this account. */
async function anotherOf(tx: Tx, field: 'phone' | 'email', value: string, userId: UserId): Promise<Holder | null> {
  const holder = await holderOf(tx, field, value)
  return holder !== null && holder.userId !== userId && !holder.isClientOnly ? holder : null
}

interface Saving {
  domainEvents: DomainEvents
  actor: Actor
  person: PersonRecord
  edit: PersonEdit
  now: Date
}

async function save(tx: Tx, { domainEvents, actor, person, edit, now }: Saving): Promise<void> {
  const { userId, roles } = person
  const { name, email, phone, identifier, companyIds, about: _about, protocolParentUserId: _pays, ...documents } = edit
  if (email) await takeEmailFromClient(tx, email)
  // Before the phone: a user row without phone and e-mail would have no identity.
  await savePerson(tx, userId, withoutGaps({ email, identifier, name }))
  if (phone !== undefined) await changePhoneOfAccount(tx, userId, phone, now)
  if (email !== undefined && email !== person.email) await closeResets(tx, userId, now)
  if (roles.includes('driver')) await saveDocuments(tx, userId, withoutGaps(documents))
  if (companyIds !== undefined && roles.some((role) => role !== 'client')) {
    await moveTo(tx, { domainEvents, actor, person, now }, companyIds)
  }
}

/** Saves what the actor's companies know about a colleague who is also a client. */
async function saveClientOf(tx: Tx, { actor, person, edit, now }: Omit<Saving, 'domainEvents'>): Promise<void> {
  const { about, protocolParentUserId: accountId } = edit
  if (person.clientOf.length === 0 || (about === undefined && accountId === undefined)) return
  const before = await findClientRecord(tx, person.userId, actor.scope)
  if (!before) return
  await saveClientRecord(tx, before, withoutGaps({ about }))
  if (accountId !== undefined) await chargeToAccount(tx, person.userId, { accountId, companyIds: before.companyIds })
  const after = { ...notesOf(before), ...withoutGaps({ about, protocol_parent_user_id: accountId }) }
  await recordClientChange(tx, actor, before, { action: 'changed', before: notesOf(before), after, now })
}

function notesOf({ about, parentAccount }: ClientRecord) {
  return { about, protocol_parent_user_id: parentAccount?.id ?? null }
}

/** The person's companies after the change: those outside the actor's scope stay. */
function companiesAfter({ actor, person }: Omit<Editing, 'edit'>, companyIds: readonly CompanyId[]): CompanyId[] {
  const { companies } = actor.scope
  const retained = companies === 'every' ? [] : person.companyIds.filter((id) => !companies.includes(id))
  return [...new Set([...retained, ...companyIds])]
}

/** Throws company.unknown for a new one that is not the actor's; FieldErrors on `company_ids`. */
async function requireNewCompanies(tx: Tx, editing: Editing): Promise<void> {
  const { actor, person } = editing
  const companyIds = editing.edit.companyIds ?? []
  const { roles, driverCompanyId } = person
  const { companies } = actor.scope
  await requireMine(
    tx,
    actor,
    companyIds.filter((id) => !person.companyIds.includes(id)),
  )
  if (roles.every((role) => role === 'client')) return
  const all = companiesAfter(editing, companyIds)
  if (all.length === 0 && !roles.includes('admin')) throw new FieldErrors({ company_ids: ['Alegeți compania'] })
  if (companies !== 'every' && !companyIds.some((id) => companies.includes(id))) {
    throw new FieldErrors({ company_ids: ['Lăsați cel puțin o companie; un cont care pleacă se dezactivează'] })
  }
  if (!roles.includes('driver') && !roles.includes('company')) return
  const [only] = all
  if (all.length !== 1 || only === undefined) {
    throw new FieldErrors({ company_ids: ['Șoferii și conturile protocol aparțin unei singure companii'] })
  }
  if (roles.includes('company') && !person.companyIds.includes(only)) {
    throw new FieldErrors({ company_ids: ['Un cont protocol rămâne la compania cu care are contract'] })
  }
  if (driverCompanyId !== null && driverCompanyId !== only) requireMovable(person, 'company_ids')
}

async function moveTo(
  tx: Tx,
  { domainEvents, actor, person, now }: Omit<Saving, 'edit'>,
  companyIds: readonly CompanyId[],
) {
  const { userId, roles, driverCompanyId } = person
  const { companies } = actor.scope
  const all = companiesAfter({ actor, person }, companyIds)
  const [only] = all
  const drivesOrOrders = roles.includes('driver') || roles.includes('company')
  if (drivesOrOrders && only !== undefined && driverCompanyId !== null && driverCompanyId !== only) {
    await saveDriverOf(tx, userId, only, now)
    await recordStatusChange(tx, userId, only, now)
  }
  await saveCompanies(tx, userId, { companyIds: all, within: companies })
  const isTakenOut = person.companyIds.some((id) => !all.includes(id))
  if (isTakenOut && !roles.includes('admin')) await closeSessions(tx, domainEvents, { userId, now })
}

/** The person for the audit log, with the wire's field names. */
function written(person: PersonRecord): object {
  return {
    name: person.name,
    email: person.email,
    phone: person.phone,
    identifier: person.identifier,
    licence_no: person.licenceNo,
    licence_until: person.licenceUntil,
    attestation_until: person.attestationUntil,
    company_ids: person.companyIds,
  }
}

function fieldsOf({
  name,
  email,
  phone,
  identifier,
  licenceNo,
  licenceUntil,
  attestationUntil,
  companyIds,
}: PersonEdit) {
  return withoutGaps({
    name,
    email,
    phone,
    identifier,
    licence_no: licenceNo,
    licence_until: licenceUntil,
    attestation_until: attestationUntil,
    company_ids: companyIds,
  })
}

function withoutGaps<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
