import type { DeviceChange, NewDevice } from '@dispecerat/contract/fleet/devices'
import type { DeviceStatus } from '@dispecerat/domain/fleet/car'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { cutOffDevice } from '../../identity/accounts/accounts.public.ts'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { oneByOne } from '../../platform/db/one-by-one.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { VersionedRecord, withChanges } from '../../platform/records/versioned-record.ts'
import {
  drivesFor,
  fieldsOf,
  insertDevice,
  lockDevice,
  requireFree,
  saveDeviceFields,
  setDeviceDeleted,
  setDeviceStatus,
} from './devices.store.ts'
import { devicesChanged } from './emit-devices-changed.ts'

const devices = new VersionedRecord({
  entity: 'device',
  unknown: 'device.unknown',
  conflict: 'device.changed_meanwhile',
  lock: lockDevice,
  save: saveDeviceFields,
  setDeleted: setDeviceDeleted,
  auditFields: fieldsOf,
  events: (_tx, { companyId }) => [devicesChanged(companyId)],
})

/** Registers a phone manually. FieldErrors on `imei` or `install_id` when another phone has them; `driver.unknown`. */
export function createDevice(server: Server, actor: Actor, input: NewDevice) {
  return devices.create(server, actor, async (tx, now) => {
    const company = () => chosenCompany(tx, actor.scope, input.company_id)
    const [companyId] = await checkAll(
      actor,
      company,
      () => requireFree(tx, 'imei', input.imei),
      () => requireFree(tx, 'install_id', input.install_id),
      async () => requireDriver(tx, input.driver_id, await company()),
    )
    const id = await insertDevice(tx, { ...input, companyId, installId: input.install_id }, now)
    return { id, companyId, fields: input }
  })
}

/** Changes the given fields. Throws `device.changed_meanwhile`. */
export function editDevice(
  server: Server,
  actor: Actor,
  id: number,
  { change, version }: { change: DeviceChange; version: ReadVersion },
) {
  return devices.edit(server, actor, id, {
    version,
    to: async (tx, device) => {
      await checkAll(
        actor,
        () => requireFree(tx, 'imei', change.imei ?? null, id),
        async () => {
          const { driver_id: driverId = null } = change
          if (driverId !== device.driver_id) await requireDriver(tx, driverId, device.companyId)
        },
      )
      return withChanges(fieldsOf(device), change)
    },
  })
}

/** Blocks a phone, marks it as lost, or unblocks it. A blocked one is disconnected at once, on every node. */
export function changeStatus(server: Server, actor: Actor, id: number, status: DeviceStatus) {
  return devices.change(server, actor, id, {
    change: async (tx, device, now) => {
      await setDeviceStatus(tx, id, status, now)
      return { action: 'changed', before: { status: device.status }, after: { status } }
    },
    after: async (tx, _device, now) => {
      if (status !== 'active') await cutOffDevice(tx, id, now)
    },
  })
}

/** Removes a phone from the list; it is listed again as soon as it is used. */
export function deleteDevice(server: Server, actor: Actor, id: number) {
  return devices.delete(server, actor, id)
}

export function restoreDevice(server: Server, actor: Actor, id: number) {
  return devices.restore(server, actor, id)
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

async function requireDriver(tx: Tx, driverId: DriverId | null, companyId: CompanyId): Promise<void> {
  if (driverId !== null && !(await drivesFor(tx, driverId, companyId))) throw new DomainError('driver.unknown')
}
