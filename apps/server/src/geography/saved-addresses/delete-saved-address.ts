import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { markAddress } from './mark-address.ts'
import { lockAddress } from './saved-addresses.store.ts'

/** Deletes an address from a client's list for good; past orders keep it. `usedAfter`: an address last used before is unknown. */
export async function deleteSavedAddress(
  server: Server,
  actor: Actor,
  id: number,
  { usedAfter }: { usedAfter?: Date } = {},
): Promise<void> {
  await mark(server, actor, { id, usedAfter }, 'deleted')
}

/** Undoes the deletion: the address is offered again, with its count. */
export async function restoreSavedAddress(server: Server, actor: Actor, id: number): Promise<void> {
  await mark(server, actor, { id }, 'restored')
}

async function mark(
  server: Server,
  actor: Actor,
  { id, usedAfter }: { id: number; usedAfter?: Date | undefined },
  action: 'deleted' | 'restored',
): Promise<void> {
  await write(server, actor, async (tx) => {
    const address = await lockAddress(tx, actor.scope, { id })
    if (!address || (usedAfter && address.lastUsedAt <= usedAfter)) throw new DomainError('saved_address.unknown')
    await markAddress(tx, actor, address, action, server.clock.now())
    return id
  })
}
