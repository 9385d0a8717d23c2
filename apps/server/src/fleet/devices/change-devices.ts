import type { DeviceChange, NewDevice } from '@dispecerat/contract/fleet/devices'
import type { DeviceStatus } from '@dispecerat/domain/fleet/car'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { cutOffDevice } from '../../identity/accounts/accounts.public.ts'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { audited } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { oneByOne } from '../../platform/db/one-by-one.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import {
  type DeviceFields,
  drivesFor,
  fieldsOf,
  insertDevice,
  type LockedDevice,
  lockDevice,
  requireFree,
  saveDeviceFields,
  setDeviceDeleted,
  setDeviceStatus,
} from './devices.store.ts'
import { devicesChanged } from './emit-devices-changed.ts'

const recordDeviceChange = audited({ entity: 'device', listEvent: devicesChanged })

interface DeviceId {
  deviceId: number
}

/** Registers a phone manually. FieldErrors on `imei` or `install_id` when another phone has them; `driver.unknown`. */
export async function createDevice(server: Server, actor: Actor, input: NewDevice): Promise<DeviceId> {
  return write(server, actor, async (tx) => {
    const company = () => chosenCompany(tx, actor.scope, input.company_id)
    const [companyId] = await checkAll(
      actor,
      company,
      () => requireFree(tx, 'imei', input.imei),
      () => requireFree(tx, 'install_id', input.install_id),
      async () => requireDriver(tx, input.driver_id, await company()),
    )
    const now = server.clock.now()
    const deviceId = await insertDevice(tx, { ...input, companyId, installId: input.install_id }, now)
    await recordDeviceChange(tx, actor, { id: deviceId, companyId, action: 'created', after: fieldsOf(input) }, now)
    return { deviceId }
  })
}

/** Changes the given fields. Throws `device.changed_meanwhile`. */
export async function editDevice(
  server: Server,
  actor: Actor,
  id: number,
  { change, version }: { change: DeviceChange; version: ReadVersion },
): Promise<DeviceId> {
  return write(server, actor, async (tx) => {
    const device = await openDevice(tx, actor, id)
    const { companyId } = device
    requireFresh(version, device, 'device.changed_meanwhile')
    await checkAll(
      actor,
      () => requireFree(tx, 'imei', change.imei ?? null, id),
      async () => {
        const { driver_id: driverId = null } = change
        if (driverId !== device.driver_id) await requireDriver(tx, driverId, companyId)
      },
    )
    const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const after: DeviceFields = { ...fieldsOf(device), ...defined }
    const now = server.clock.now()
    await saveDeviceFields(tx, id, after, now)
    await recordDeviceChange(tx, actor, { id, companyId, action: 'changed', before: fieldsOf(device), after }, now)
    return { deviceId: id }
  })
}

/** Blocks a phone, marks it as lost, or unblocks it. A blocked one is disconnected at once, on every node. */
export async function changeStatus(server: Server, actor: Actor, id: number, status: DeviceStatus): Promise<DeviceId> {
  return write(server, actor, async (tx) => {
    const device = await openDevice(tx, actor, id)
    const { companyId } = device
    const now = server.clock.now()
    await setDeviceStatus(tx, id, status, now)
    const [before, after] = [{ status: device.status }, { status }]
    await recordDeviceChange(tx, actor, { id, companyId, action: 'changed', before, after }, now)
    if (status !== 'active') await cutOffDevice(tx, id, now)
    return { deviceId: id }
  })
}

/** Removes a phone from the list; it is listed again as soon as it is used. */
export async function deleteDevice(server: Server, actor: Actor, id: number): Promise<DeviceId> {
  return write(server, actor, async (tx) => {
    const device = await openDevice(tx, actor, id)
    const { companyId } = device
    const now = server.clock.now()
    await setDeviceDeleted(tx, id, now, now)
    await recordDeviceChange(tx, actor, { id, companyId, action: 'deleted', before: fieldsOf(device) }, now)
    return { deviceId: id }
  })
}

export async function restoreDevice(server: Server, actor: Actor, id: number): Promise<DeviceId> {
  return write(server, actor, async (tx) => {
    const device = await lockDevice(tx, actor.scope, id)
    if (!device || device.deletedAt === null) throw new DomainError('device.unknown')
    const { companyId } = device
    const now = server.clock.now()
    await setDeviceDeleted(tx, id, null, now)
    await recordDeviceChange(tx, actor, { id, companyId, action: 'restored', after: fieldsOf(device) }, now)
    return { deviceId: id }
  })
}

async function openDevice(tx: Tx, actor: Actor, id: number): Promise<LockedDevice> {
  const device = await lockDevice(tx, actor.scope, id)
  if (!device || device.deletedAt !== null) throw new DomainError('device.unknown')
  return device
}

async function requireDriver(tx: Tx, driverId: DriverId | null, companyId: CompanyId): Promise<void> {
  if (driverId !== null && !(await drivesFor(tx, driverId, companyId))) throw new DomainError('driver.unknown')
}

/** Blocks, unblocks, removes or restores many phones, each in its own transaction. */
export function changeManyDevices(
  server: Server,
  actor: Actor,
  ids: readonly number[],
  action: 'block' | 'unblock' | 'delete' | 'restore',
) {
  return oneByOne(actor, ids, (one, id) => {
    if (action === 'delete') return deleteDevice(server, one, id)
    if (action === 'restore') return restoreDevice(server, one, id)
    return changeStatus(server, one, id, action === 'block' ? 'blocked' : 'active')
  })
}
