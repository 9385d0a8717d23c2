import type { PriorityWindow } from '@dispecerat/domain/fleet/priority-window'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { audited } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { emitWindowChanged } from './emit-priority-changed.ts'
import { driversAmong, insertWindow, setWindowDeleted, type WindowOfDrivers } from './priority-windows.store.ts'

const recordWindowChange = audited({
  entity: 'priority_window',
  fields: ({ from, to, driverIds }: WindowOfDrivers) => ({
    from: toWireTime(from),
    to: toWireTime(to),
    driver_ids: driverIds,
  }),
})

/** Offers orders first to these drivers in [from, to). All must drive for one company of the actor. */
export async function addPriorityWindow(
  server: Server,
  actor: Actor,
  wanted: PriorityWindow & { userIds: readonly UserId[] },
): Promise<{ id: number }> {
  return write(server, actor, async (tx) => {
    const [window] = await checkAll(
      actor,
      () => driversOfOneCompany(tx, wanted.userIds, actor),
      () => requireEndAfterStart(wanted),
    )
    const { from, to } = wanted
    const now = server.clock.now()
    const id = await insertWindow(tx, { ...window, from, to, createdBy: actor.userId }, now)
    const { companyId } = window
    await recordWindowChange(tx, actor, { id, companyId, action: 'created', after: { ...window, from, to } }, now)
    await emitWindowChanged(tx, window, now)
    return { id }
  })
}

/** Deletes a window; its priority ends at once. Throws priority.unknown. */
export async function deletePriorityWindow(server: Server, actor: Actor, id: number): Promise<{ id: number }> {
  return changeWindow(server, actor, id, true)
}

/** Restores a deleted window. Throws priority.unknown. */
export async function restorePriorityWindow(server: Server, actor: Actor, id: number): Promise<{ id: number }> {
  return changeWindow(server, actor, id, false)
}

function changeWindow(server: Server, actor: Actor, id: number, isDeleted: boolean): Promise<{ id: number }> {
  return write(server, actor, async (tx) => {
    const now = server.clock.now()
    const window = await setWindowDeleted(tx, { id, scope: actor.scope, by: actor.userId, now }, isDeleted)
    if (!window) throw new DomainError('priority.unknown')
    const { companyId } = window
    const change = isDeleted ? { action: 'removed', before: window } : { action: 'restored', after: window }
    await recordWindowChange(tx, actor, { id, companyId, ...change }, now)
    await emitWindowChanged(tx, window, now)
    return { id }
  })
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
