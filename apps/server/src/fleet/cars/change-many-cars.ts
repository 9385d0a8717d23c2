import type { Actor } from '../../platform/db/actor.ts'
import { oneByOne } from '../../platform/db/one-by-one.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { deleteCar, editCar, restoreCar } from './change-cars.ts'

/** Activates, deactivates, deletes or restores many cars, each in its own transaction. */
export function changeManyCars(
  server: Server,
  actor: Actor,
  ids: readonly number[],
  action: 'activate' | 'deactivate' | 'delete' | 'restore',
) {
  return oneByOne(actor, ids, (one, id) => {
    if (action === 'delete') return deleteCar(server, one, id)
    if (action === 'restore') return restoreCar(server, one, id)
    return editCar(server, one, id, { change: { is_active: action === 'activate' }, version: undefined })
  })
}
