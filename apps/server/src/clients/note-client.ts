import type { Caller } from '../db/caller.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { type ClientNote, saveNote } from './clients.store.ts'

/** What a dispatcher should know when this phone rings again; empty notes are none. */
export async function noteClient(server: Server, caller: Caller, note: ClientNote): Promise<{ clientId: number }> {
  return write(server, caller, async (tx) => ({
    clientId: await saveNote(tx, caller.scope, note, server.clock.now()),
  }))
}
