import type { Caller } from '../db/caller.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { savePresence } from './users.store.ts'

/** Somebody sits at a console, or left it (GAP-27). */
export async function reportActivity(
  server: Server,
  caller: Caller,
  isOnline: boolean,
): Promise<Record<string, never>> {
  return write(server, caller, async (tx) => {
    if (caller.userId !== null) await savePresence(tx, caller.userId, isOnline, server.clock.now())
    return {}
  })
}
