import type { PriorityWindow } from '@dispecerat/domain/fleet/priority-window'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { OfficeRecord } from '../../platform/records/office-record.ts'
import { windowEvents } from './priority-events.ts'
import {
  driversAmong,
  insertWindow,
  lockWindow,
  setWindowDeleted,
  type WindowOfDrivers,
} from './priority-windows.store.ts'

const windows = new OfficeRecord({
  entity: 'priority_window',
  unknown: 'priority.unknown',
  lock: lockWindow,
  setDeleted: setWindowDeleted,
  auditFields: wireFields,
  auditDeletion: (window, deletedAt) =>
    deletedAt ? { action: 'removed', before: wireFields(window) } : { action: 'restored', after: wireFields(window) },
  events: windowEvents,
})

/** Offers orders first to these drivers in [from, to). All must drive for one company of the actor. */
export function addPriorityWindow(
  server: Server,
  actor: Actor,
  wanted: PriorityWindow & { userIds: readonly UserId[] },
) {
  return windows.create(server, actor, async (tx, now) => {
    const [ofDrivers] = await checkAll(
      actor,
      () => driversOfOneCompany(tx, wanted.userIds, actor),
      () => requireEndAfterStart(wanted),
    )
    const fields: WindowOfDrivers = { ...ofDrivers, from: wanted.from, to: wanted.to }
    const id = await insertWindow(tx, { ...fields, createdBy: actor.userId }, now)
    return { id, companyId: fields.companyId, fields }
  })
}

/** Deletes a window; its priority ends at once. Throws priority.unknown. */
export function deletePriorityWindow(server: Server, actor: Actor, id: number) {
  return windows.delete(server, actor, id)
}

/** Restores a deleted window. Throws priority.unknown. */
export function restorePriorityWindow(server: Server, actor: Actor, id: number) {
  return windows.restore(server, actor, id)
}

/** The audit log has the fields under their wire names. */
function wireFields({ from, to, driverIds }: WindowOfDrivers) {
  return { from: toWireTime(from), to: toWireTime(to), driver_ids: driverIds }
}

function requireEndAfterStart({ from, to }: PriorityWindow): void {
  if (from >= to) throw new FieldErrors({ to: ['Sfârșitul trebuie să fie după început'] })
}

async function driversOfOneCompany(
  tx: Tx,
  userIds: readonly UserId[],
  actor: Actor,
): Promise<{ companyId: CompanyId; driverIds: DriverId[] }> {
  const wanted = new Set(userIds)
  const found = await driversAmong(tx, [...wanted], actor.scope)
  if (found.length !== wanted.size) throw new FieldErrors({ users: ['Șofer necunoscut'] })
  const [first] = found
  if (!first) throw new FieldErrors({ users: ['Alegeți cel puțin un șofer'] })
  if (found.some(({ companyId }) => companyId !== first.companyId)) {
    throw new FieldErrors({ users: ['Alegeți șoferi ai unei singure companii'] })
  }
  return { companyId: first.companyId, driverIds: found.map(({ driverId }) => driverId) }
}
