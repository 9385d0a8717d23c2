import { DomainError } from '@dispecerat/domain/errors'
import type { Caller } from '../db/caller.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { markDeleted, markRestored } from './saved-addresses.store.ts'

/** Takes an address out of a client's list for good; it stays in past orders. */
export async function deleteSavedAddress(server: Server, caller: Caller, id: number): Promise<void> {
  await write(server, caller, async (tx) => {
    if (!(await markDeleted(tx, caller.scope, id, server.clock.now()))) throw new DomainError('saved_address.unknown')
    return id
  })
}

/** Takes the deletion back: the address is offered again, with its count. */
export async function restoreSavedAddress(server: Server, caller: Caller, id: number): Promise<void> {
  await write(server, caller, async (tx) => {
    if (!(await markRestored(tx, caller.scope, id))) throw new DomainError('saved_address.unknown')
    return id
  })
}
