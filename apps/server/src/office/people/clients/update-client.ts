import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { forgetUnusedHolders, holderOfPhone, moveClients } from '../../../orders/clients/clients.public.ts'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { checkAll } from '../../../platform/http/check-all.ts'
import { type ReadVersion, requireFresh } from '../../../platform/http/read-version.ts'
import { chargeToAccount, requireAccountOf } from '../charge-to-account.ts'
import { codeIsTaken, holderOf } from '../person.store.ts'
import type { PersonEdit } from '../update-person.ts'
import { type ClientRecord, isClientOf, saveClientRecord } from './client-record.store.ts'
import { mayChangeClient, recordClientChange } from './client-rules.ts'

const NOTED: readonly (keyof PersonEdit)[] = ['name', 'about']

/**
 * Changes what the actor's companies wrote about a client that is already locked. Another phone is another user: the client moves there
 * with orders and addresses, whoever has that phone. Fields that only an account has (companies, licence) are ignored. Returns the client's
 * user. Throws user.not_yours_to_edit, user.changed_meanwhile and FieldErrors.
 */
export async function updateClient(
  tx: Tx,
  actor: Actor,
  client: ClientRecord,
  { edit: typed, version, now }: { edit: PersonEdit; version: ReadVersion; now: Date },
): Promise<UserId> {
  const edit = { ...typed }
  requireAllowed(actor, edit)
  requireFresh(version, client, 'user.changed_meanwhile')
  const { companyIds, phone } = client
  await checkAll(
    actor,
    () => requireFreePhone(tx, client, typed),
    () => requireFreeCode(tx, client, typed),
    () => requireAccountOf(tx, typed.protocolParentUserId ?? null, companyIds),
  )
  const { name, about, email, identifier, protocolParentUserId: accountId } = edit
  const fields = definedFields({ name, about, email, identifier })
  await saveClientRecord(tx, client, fields)
  if (accountId !== undefined) await chargeToAccount(tx, client.userId, { accountId, companyIds })
  const userId = edit.phone && edit.phone !== phone ? await moveTo(tx, client, edit.phone, now) : client.userId
  const before = writtenOf(client)
  const after = {
    ...before,
    ...fields,
    ...definedFields({ phone: edit.phone, protocol_parent_user_id: accountId }),
  }
  await recordClientChange(tx, actor, { userId, companyIds }, { action: 'changed', before, after, now })
  return userId
}

function requireAllowed(actor: Actor, edit: PersonEdit): void {
  const allowed = mayChangeClient(actor)
  const fields = Object.keys(definedFields(edit)) as (keyof PersonEdit)[]
  const isNote = fields.every((field) => NOTED.includes(field))
  if (allowed === 'nothing' || (allowed === 'note' && !isNote)) throw new DomainError('user.not_yours_to_edit')
}

/** Reveals only the company's own clients. */
async function requireFreePhone(tx: Tx, client: ClientRecord, { phone }: PersonEdit): Promise<void> {
  if (phone === null) throw new FieldErrors({ phone: ['Telefonul este obligatoriu'] })
  const holder = phone && phone !== client.phone ? await holderOf(tx, 'phone', phone) : null
  if (holder && (await isClientOf(tx, holder.userId, client.companyIds))) throw alreadyClient()
}

async function requireFreeCode(tx: Tx, client: ClientRecord, { identifier }: PersonEdit): Promise<void> {
  const { userId, companyIds } = client
  if (identifier && (await codeIsTaken(tx, { code: identifier, companyIds, but: userId }))) {
    throw new FieldErrors({ identifier: ['Codul este folosit deja în companie'] })
  }
}

function alreadyClient(): FieldErrors {
  return new FieldErrors({ phone: ['Clientul există deja'] })
}

async function moveTo(tx: Tx, { userId, companyIds }: ClientRecord, phone: string, now: Date): Promise<UserId> {
  const holderId = await holderOfPhone(tx, phone, now)
  if (await isClientOf(tx, holderId, companyIds)) throw alreadyClient()
  await moveClients(tx, { from: userId, to: holderId, companies: companyIds })
  await forgetUnusedHolders(tx, [userId], now)
  return holderId
}

/** With the wire's field names. */
function writtenOf({ name, about, email, phone, identifier, parentAccount }: ClientRecord): object {
  return { name, email, phone, identifier, about, protocol_parent_user_id: parentAccount?.id ?? null }
}

function definedFields<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
