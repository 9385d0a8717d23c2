import type { DriverId } from '@dispecerat/domain/kernel/ids'

export function withoutDriver(driverIds: readonly DriverId[], driverId: DriverId): DriverId[] {
  return driverIds.filter((id) => id !== driverId)
}

/** The driver is added, or moved to the end. */
export function withDriverLast(driverIds: readonly DriverId[], driverId: DriverId): DriverId[] {
  return [...withoutDriver(driverIds, driverId), driverId]
}
