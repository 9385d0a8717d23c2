import { UnknownCall } from '../../adapters/telephony/telephony.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { findCallBySip } from '../calls/calls.store.ts'

/** The exchange recorded a call into a file; later modules store it. Throws `UnknownCall` when there is no such call. */
export async function noteRecording(
  server: Server,
  { sipCallerId, file, seconds }: { sipCallerId: string; file: string; seconds: number },
): Promise<void> {
  await write(server, SYSTEM, async (tx) => {
    const call = await findCallBySip(tx, SYSTEM.scope, sipCallerId)
    if (!call) throw new UnknownCall('no call of the house has this name')
    await server.domainEvents.emit(tx, 'call.recorded', { callId: call.id, file, seconds, now: server.clock.now() })
    return {}
  })
}
