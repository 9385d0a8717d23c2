import type { Actor } from '../../platform/db/actor.ts'
import { oneByOne } from '../../platform/db/one-by-one.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { changeStatus, deleteDevice, restoreDevice } from './change-devices.ts'

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
