import { SYSTEM } from '../db/caller.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { findCallBySip } from './calls.store.ts'

/** The exchange wrote a call's sound into a file; later modules keep what they need of it. */
export async function noteRecording(
  server: Server,
  { sipCallerId, file, seconds }: { sipCallerId: string; file: string; seconds: number },
): Promise<void> {
  await write(server, SYSTEM, async (tx) => {
    const call = await findCallBySip(tx, SYSTEM.scope, sipCallerId)
    if (call) await server.trade.tell(tx, 'call.recorded', { callId: call.id, file, seconds, now: server.clock.now() })
    return {}
  })
}
