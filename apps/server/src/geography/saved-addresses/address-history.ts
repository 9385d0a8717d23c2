import type { AddressOfPast } from '@dispecerat/contract/geography/addresses'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { markAddress } from './mark-address.ts'
import { clientInScope, lockAddress, pastAddresses } from './saved-addresses.store.ts'

/** Addresses a client ordered from, last used first. Throws client.unknown for another company's client. */
export async function listAddressHistory(db: Db, actor: Actor, clientId: UserId): Promise<AddressOfPast[]> {
  const { phone } = await knownClient(db, actor, clientId)
  return pastAddresses(db, actor.scope, clientId, phone)
}

/** Deletes one address from a client's history; idempotent. */
export async function deleteFromAddressHistory(
  server: Server,
  actor: Actor,
  { clientId, addressId }: { clientId: UserId; addressId: number },
): Promise<void> {
  await write(server, actor, async (tx) => {
    const { phone } = await knownClient(tx, actor, clientId)
    const address = await lockAddress(tx, actor.scope, { id: addressId, client: { clientId, phone } })
    if (!address) throw new DomainError('saved_address.unknown')
    await markAddress(tx, actor, address, 'deleted', server.clock.now())
    return addressId
  })
}

async function knownClient(db: Db, actor: Actor, clientId: UserId): Promise<{ phone: string | null }> {
  const client = await clientInScope(db, actor.scope, clientId)
  if (!client) throw new DomainError('client.unknown')
  return client
}
