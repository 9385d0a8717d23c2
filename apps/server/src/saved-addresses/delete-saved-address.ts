import { DomainError } from '@dispecerat/domain/errors'
import type { Caller } from '../db/caller.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { markAddress } from './mark-address.ts'
import { lockAddress } from './saved-addresses.store.ts'

/** Takes an address out of a client's list for good; it stays in past orders. `usedAfter`: an older one is unknown. */
export async function deleteSavedAddress(
  server: Server,
  caller: Caller,
  id: number,
  { usedAfter }: { usedAfter?: Date } = {},
): Promise<void> {
  await mark(server, caller, { id, usedAfter }, 'deleted')
}

/** Takes the deletion back: the address is offered again, with its count. */
export async function restoreSavedAddress(server: Server, caller: Caller, id: number): Promise<void> {
  await mark(server, caller, { id }, 'restored')
}

async function mark(
  server: Server,
  caller: Caller,
  { id, usedAfter }: { id: number; usedAfter?: Date | undefined },
  action: 'deleted' | 'restored',
): Promise<void> {
  await write(server, caller, async (tx) => {
    const address = await lockAddress(tx, caller.scope, { id })
    if (!address || (usedAfter && address.lastUsedAt <= usedAfter)) throw new DomainError('saved_address.unknown')
    await markAddress(tx, caller, address, action, server.clock.now())
    return id
  })
}
