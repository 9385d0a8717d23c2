import type { DriverId } from '@dispecerat/domain/kernel/ids'
import type { TestServer } from '../../../testing/a-server.ts'
import { northOfPickup } from '../../../testing/search-fixture.ts'

/** Time between two positions of the trail of a car that stands. */
const STEP_SECONDS = 15

/**
 * Seconds pass, in which the car goes evenly from one distance north of the town square to another, and its phone reports. Without `to` the
 * car stands; with `isMarked` nobody believes its positions.
 */
export async function driveCar(
  server: TestServer,
  driverId: DriverId,
  seconds: number,
  { from, to = from, isMarked = false }: { from: number; to?: number; isMarked?: boolean },
): Promise<void> {
  const steps = Math.max(1, Math.round(seconds / STEP_SECONDS))
  for (let n = 1; n <= steps; n++) {
    server.pass(seconds / steps)
    const { lat, long } = northOfPickup(from + ((to - from) * n) / steps)
    const point = {
      driver_id: driverId,
      recorded_at: server.clock.now(),
      lat,
      long,
      order_id: null,
      is_marked: isMarked,
    }
    await server.db.insertInto('driver_trail').values(point).execute()
  }
}
