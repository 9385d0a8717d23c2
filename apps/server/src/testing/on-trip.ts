import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { TestServer } from './a-server.ts'
import { aDriver, anOrder } from './builders.ts'

/** A driver on a trip whose passenger leaves the car at `to`. */
export async function onTrip(server: TestServer, companyId: CompanyId, at: Point, to: Point, isStarted = true) {
  const { driverId, carId } = await aDriver(server, { companyId, at })
  const { orderId } = await anOrder(server, { companyId, at })
  await server.db
    .insertInto('order_places')
    .values({ order_id: orderId, position: 1, name: 'Capăt', ...to })
    .execute()
  await server.db
    .updateTable('orders')
    .set({
      state: 'assigned',
      trip_state: isStarted ? 'started' : 'waiting_driver',
      driver_id: driverId,
      car_id: carId,
    })
    .where('id', '=', orderId)
    .execute()
  await server.db.updateTable('driver_status').set({ is_busy: true }).where('driver_id', '=', driverId).execute()
  return { driverId }
}
