import type { Actor } from '../db/actor.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { deleteSession } from './client-sessions.store.ts'

/** The client logs out. */
export async function endSession(server: Server, actor: Actor, sessionId: number): Promise<void> {
  await write(server, actor, (tx) => deleteSession(tx, sessionId))
}
