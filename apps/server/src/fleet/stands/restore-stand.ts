import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { StandId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { clearQueue } from '../fleet.public.ts'
import { emitStandChanged } from './stand-zone.ts'
import { lockStand, recordStandChange, setDeleted } from './stands.store.ts'

/** An older queue is outdated. */
const QUEUE_RETENTION_MS = 60_000

/** Undoes the deletion; shortly after it the drivers keep their places in the queue. */
export async function restoreStand(server: Server, actor: Actor, standId: StandId): Promise<{ standId: StandId }> {
  return write(server, actor, async (tx) => {
    const stand = await lockStand(tx, actor.scope, standId)
    if (!stand) throw new DomainError('stand.unknown')
    if (stand.deletedAt) {
      const now = server.clock.now()
      if (now.getTime() - stand.deletedAt.getTime() > QUEUE_RETENTION_MS) await clearQueue(tx, stand.standId)
      await setDeleted(tx, stand.standId, null)
      const { companyId } = stand
      await recordStandChange(tx, actor, { id: stand.standId, companyId, action: 'restored', after: stand }, now)
      await emitStandChanged(tx, companyId, stand.standId, now)
    }
    return { standId: stand.standId }
  })
}
