import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import { clientOfPhone } from '../../orders/clients/clients.public.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type OwnAccount, ownAccount } from './own-account.store.ts'
import { lockOwnClient, putOnAccount, saveOwnNames, takeOffAccount } from './own-clients.store.ts'

interface ClientId {
  clientId: number
}

interface Typed {
  name: string
  note: string | null
}

/** Allows a client to order on the actor's account. FieldErrors on `phone` for a client of another account. */
export async function addOwnClient(server: Server, actor: Actor, input: Typed & { phone: string }): Promise<ClientId> {
  return write(server, actor, async (tx) => {
    const account = await ownAccount(tx, actor)
    const now = server.clock.now()
    const { accountId } = account
    const [clientId] = await checkAll(actor, () => freeClient(tx, account, input, now))
    const { phone: _phone, ...typed } = input
    await saveOwnNames(tx, accountId, clientId, { ...typed, now })
    await putOnAccount(tx, account, clientId)
    await recordAuditEntry(tx, actor, { account, clientId, action: 'created', before: null, after: typed, now })
    return { clientId }
  })
}

/** The client of the phone who is on no account; created when unknown. */
async function freeClient(tx: Tx, account: OwnAccount, input: Typed & { phone: string }, now: Date): Promise<number> {
  const { companyId, accountId } = account
  const { name = '' } = { ...input }
  const { id: clientId } = await clientOfPhone(tx, { companyId, phone: input.phone, name }, now)
  const known = await lockOwnClient(tx, account, clientId)
  if (known?.parentId === accountId) throw new FieldErrors({ phone: ['Persoana este deja pe contul dumneavoastră'] })
  if (!known || known.parentId !== null) {
    throw new FieldErrors({ phone: ['Numărul nu poate fi adăugat; scrieți dispeceratului'] })
  }
  return clientId
}

/** Changes name or note. Throws account.no_contract, user.unknown. */
export async function editOwnClient(server: Server, actor: Actor, clientId: number, typed: Typed): Promise<ClientId> {
  return write(server, actor, async (tx) => {
    const { account, known } = await mine(tx, actor, clientId)
    const now = server.clock.now()
    await saveOwnNames(tx, account.accountId, clientId, { ...typed, now })
    const before = { name: known.name, note: known.note }
    await recordAuditEntry(tx, actor, { account, clientId, action: 'changed', before, after: typed, now })
    return { clientId }
  })
}

/** Removes the client from the account. Throws account.no_contract, user.unknown. */
export async function removeOwnClient(server: Server, actor: Actor, clientId: number): Promise<ClientId> {
  return write(server, actor, async (tx) => {
    const { account, known } = await mine(tx, actor, clientId)
    const now = server.clock.now()
    await takeOffAccount(tx, account, clientId, { name: known.name ?? '—', now })
    const before = { name: known.name, note: known.note }
    await recordAuditEntry(tx, actor, { account, clientId, action: 'deleted', before, after: null, now })
    return { clientId }
  })
}

/** Restores only what the account itself removed, and only while no other account has the client. */
export async function restoreOwnClient(server: Server, actor: Actor, clientId: number): Promise<ClientId> {
  return write(server, actor, async (tx) => {
    const account = await ownAccount(tx, actor)
    const known = await lockOwnClient(tx, account, clientId)
    if (!known?.wasRemoved || known.parentId !== null) throw new DomainError('user.unknown')
    const now = server.clock.now()
    await putOnAccount(tx, account, clientId)
    const after = { name: known.name, note: known.note }
    await recordAuditEntry(tx, actor, { account, clientId, action: 'restored', before: null, after, now })
    return { clientId }
  })
}

async function mine(tx: Tx, actor: Actor, clientId: number) {
  const account = await ownAccount(tx, actor)
  const known = await lockOwnClient(tx, account, clientId)
  if (!known || known.parentId !== account.accountId) throw new DomainError('user.unknown')
  return { account, known }
}

interface AuditedChange {
  account: OwnAccount
  clientId: number
  action: 'created' | 'changed' | 'deleted' | 'restored'
  before: { name: string | null; note: string | null } | null
  after: { name: string | null; note: string | null } | null
  now: Date
}

/** Records the change with the account's name in the company's audit log; the account's own consoles reload. */
async function recordAuditEntry(
  tx: Tx,
  actor: Actor,
  { account, clientId, action, before, after, now }: AuditedChange,
): Promise<void> {
  const { accountId, companyId } = account
  const about = { entity: 'account_client', entityId: clientId, companyId, action }
  await recordAudit(tx, actor, { ...about, before, after }, now)
  await record(tx, [{ event: 'own_clients_changed', toUsers: [accountId], data: {} }], now)
}
