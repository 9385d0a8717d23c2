import type { Actor } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import { insertChanges } from './audit.store.ts'
import { differingFields } from './differing-fields.ts'

/** Rows of one kind and company that were made together. */
interface Creations {
  entity: string
  companyId: number
  /** 'created' unless it says otherwise. */
  action?: string
  rows: readonly { entityId: number; after: object }[]
}

/** Writes down many new rows at once: ten thousand lines of a file one by one would hold everybody's event log for half a minute. */
export async function recordCreations(tx: Tx, actor: Actor, made: Creations, now: Date): Promise<void> {
  const { entity, companyId, action = 'created' } = made
  const common = { happenedAt: now, companyId, userId: actor.userId, userIp: actor.ip ?? null, entity }
  await insertChanges(
    tx,
    made.rows.map(({ entityId, after }) => ({
      ...common,
      entityId,
      action,
      ...differingFields(null, after),
    })),
  )
}
