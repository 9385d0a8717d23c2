import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { StandId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { emitStandChanged } from './stand-zone.ts'
import { lockStand, recordStandChange, setDeleted } from './stands.store.ts'

/** A soft delete: `restoreStand` restores the stand and its queue. */
export async function deleteStand(server: Server, actor: Actor, standId: StandId): Promise<void> {
  await write(server, actor, async (tx) => {
    const stand = await lockStand(tx, actor.scope, standId)
    if (!stand || stand.deletedAt) throw new DomainError('stand.unknown')
    const now = server.clock.now()
    await setDeleted(tx, stand.standId, now)
    const { companyId } = stand
    await recordStandChange(tx, actor, { id: stand.standId, companyId, action: 'deleted', before: stand }, now)
    await emitStandChanged(tx, companyId, stand.standId, now)
    return { standId: stand.standId }
  })
}
