import type { reportActivity as endpoint } from '@dispecerat/contract/identity/accounts'
import type { BodyOf } from '@dispecerat/contract/kernel/endpoint'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { savePresence } from '../accounts/users.store.ts'

/** Records that a person uses a console, or left it. Returns the number of the heartbeat. */
export async function reportActivity(
  server: Server,
  actor: Actor,
  activity: BodyOf<typeof endpoint>,
): Promise<{ beat?: number }> {
  return write(server, actor, async (tx) => {
    if (actor.userId === null) return {}
    const beat = await savePresence(tx, actor.userId, activity, server.clock.now())
    return activity.isOnline && beat !== undefined ? { beat } : {}
  })
}
