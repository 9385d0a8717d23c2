import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { clientOfPhone } from '../../orders/clients/clients.public.ts'
import { audited } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type OwnAccount, ownAccount } from './own-account.store.ts'
import { lockOwnClient, putOnAccount, saveOwnNames, takeOffAccount } from './own-clients.store.ts'

interface ClientId {
  clientId: UserId
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
    const { accountId, companyId } = account
    const [clientId] = await checkAll(actor, () => freeClient(tx, account, input, now))
    const { phone: _phone, ...typed } = input
    await saveOwnNames(tx, accountId, clientId, { ...typed, now })
    await putOnAccount(tx, account, clientId)
    await recordChange(account)(tx, actor, { id: clientId, companyId, action: 'created', after: typed }, now)
    return { clientId }
  })
}

/** The client of the phone who is on no account; created when unknown. */
async function freeClient(tx: Tx, account: OwnAccount, input: Typed & { phone: string }, now: Date): Promise<UserId> {
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
export async function editOwnClient(server: Server, actor: Actor, clientId: UserId, typed: Typed): Promise<ClientId> {
  return write(server, actor, async (tx) => {
    const { account, known } = await mine(tx, actor, clientId)
    const { companyId } = account
    const now = server.clock.now()
    await saveOwnNames(tx, account.accountId, clientId, { ...typed, now })
    const before = { name: known.name, note: known.note }
    await recordChange(account)(tx, actor, { id: clientId, companyId, action: 'changed', before, after: typed }, now)
    return { clientId }
  })
}

/** Removes the client from the account. Throws account.no_contract, user.unknown. */
export async function removeOwnClient(server: Server, actor: Actor, clientId: UserId): Promise<ClientId> {
  return write(server, actor, async (tx) => {
    const { account, known } = await mine(tx, actor, clientId)
    const { companyId } = account
    const now = server.clock.now()
    await takeOffAccount(tx, account, clientId, { name: known.name ?? '—', now })
    const before = { name: known.name, note: known.note }
    await recordChange(account)(tx, actor, { id: clientId, companyId, action: 'deleted', before }, now)
    return { clientId }
  })
}

/** Restores only what the account itself removed, and only while no other account has the client. */
export async function restoreOwnClient(server: Server, actor: Actor, clientId: UserId): Promise<ClientId> {
  return write(server, actor, async (tx) => {
    const account = await ownAccount(tx, actor)
    const known = await lockOwnClient(tx, account, clientId)
    if (!known?.wasRemoved || known.parentId !== null) throw new DomainError('user.unknown')
    const now = server.clock.now()
    await putOnAccount(tx, account, clientId)
    const { companyId } = account
    const after = { name: known.name, note: known.note }
    await recordChange(account)(tx, actor, { id: clientId, companyId, action: 'restored', after }, now)
    return { clientId }
  })
}

async function mine(tx: Tx, actor: Actor, clientId: UserId) {
  const account = await ownAccount(tx, actor)
  const known = await lockOwnClient(tx, account, clientId)
  if (!known || known.parentId !== account.accountId) throw new DomainError('user.unknown')
  return { account, known }
}

/** Records in the company's audit log; the account's own consoles reload. */
function recordChange({ accountId }: OwnAccount) {
  return audited({
    entity: 'account_client',
    listEvent: () => ({ event: 'own_clients_changed', toUsers: [accountId], data: {} }),
  })
}
