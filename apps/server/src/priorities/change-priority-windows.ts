import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import type { CompanyId, DriverId } from '@dispecerat/domain/ids'
import type { PriorityWindow } from '@dispecerat/domain/priority'
import { toWireTime } from '@dispecerat/domain/wire-time'
import { recordChange } from '../audit/audit.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { checkAll } from '../http/check-all.ts'
import type { Server } from '../server.ts'
import { driversAmong, insertWindow, setWindowDeleted, type WindowOfDrivers } from './priorities.store.ts'
import { tellWindowChanged } from './tell-priority.ts'

/** Offers orders first to these drivers in [from, to). All must drive for one company of the caller. */
export async function addPriorityWindow(
  server: Server,
  caller: Caller,
  wanted: PriorityWindow & { userIds: readonly number[] },
): Promise<{ id: number }> {
  return write(server, caller, async (tx) => {
    const [window] = await checkAll(
      caller,
      () => driversOfOneCompany(tx, wanted.userIds, caller),
      () => requireEndAfterStart(wanted),
    )
    const { from, to } = wanted
    const now = server.clock.now()
    const id = await insertWindow(tx, { ...window, from, to, createdBy: caller.userId }, now)
    await noteWindow(tx, caller, { id, action: 'created', from, to, ...window }, now)
    await tellWindowChanged(tx, window, now)
    return { id }
  })
}

/** Takes a window away; priority it gave ends at once. Throws priority.unknown. */
export async function deletePriorityWindow(server: Server, caller: Caller, id: number): Promise<{ id: number }> {
  return changeWindow(server, caller, id, true)
}

/** Gives back a window that was taken away. Throws priority.unknown. */
export async function restorePriorityWindow(server: Server, caller: Caller, id: number): Promise<{ id: number }> {
  return changeWindow(server, caller, id, false)
}

function changeWindow(server: Server, caller: Caller, id: number, isDeleted: boolean): Promise<{ id: number }> {
  return write(server, caller, async (tx) => {
    const now = server.clock.now()
    const window = await setWindowDeleted(tx, { id, scope: caller.scope, by: caller.userId, now }, isDeleted)
    if (!window) throw new DomainError('priority.unknown')
    await noteWindow(tx, caller, { id, action: isDeleted ? 'removed' : 'restored', ...window }, now)
    await tellWindowChanged(tx, window, now)
    return { id }
  })
}

/** The journal says who was asked first, from when until when. */
async function noteWindow(
  tx: Tx,
  caller: Caller,
  {
    id,
    action,
    companyId,
    from,
    to,
    driverIds,
  }: WindowOfDrivers & { id: number; action: 'created' | 'removed' | 'restored' },
  now: Date,
): Promise<void> {
  const told = { from: toWireTime(from), to: toWireTime(to), driver_ids: driverIds }
  const sides = action === 'removed' ? { before: told, after: null } : { before: null, after: told }
  await recordChange(tx, caller, { entity: 'priority_window', entityId: id, companyId, action, ...sides }, now)
}

function requireEndAfterStart({ from, to }: PriorityWindow): void {
  if (from >= to) throw new FieldErrors({ to: ['Sfârșitul trebuie să fie după început'] })
}

async function driversOfOneCompany(
  tx: Tx,
  userIds: readonly number[],
  caller: Caller,
): Promise<{ companyId: CompanyId; driverIds: DriverId[] }> {
  const wanted = new Set(userIds)
  const found = await driversAmong(tx, [...wanted], caller.scope)
  if (found.length !== wanted.size) throw new FieldErrors({ users: ['Șofer necunoscut'] })
  const [first] = found
  if (!first) throw new FieldErrors({ users: ['Alegeți cel puțin un șofer'] })
  if (found.some(({ companyId }) => companyId !== first.companyId)) {
    throw new FieldErrors({ users: ['Alegeți șoferi ai unei singure companii'] })
  }
  return { companyId: first.companyId, driverIds: found.map(({ driverId }) => driverId) }
}
