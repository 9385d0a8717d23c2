import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { deleteSession } from './client-sessions.store.ts'

/** The client logs out. */
export async function endSession(server: Server, actor: Actor, sessionId: number): Promise<void> {
  await write(server, actor, (tx) => deleteSession(tx, sessionId))
}
