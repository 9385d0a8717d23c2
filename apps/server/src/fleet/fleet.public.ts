/**
 * Drivers at work: duty, position, zone, free or busy. Owns driver_status, driver_shifts, driver_last_positions, driver_trail, stand_queue;
 * reads cars, polygons, stands and users_intervals. Records driver_status_changed.
 */
export {
  type DriverWithCar,
  driverTakes,
  driverWithCar,
  holdDriver,
  type LockedDriver,
  lockDriver,
  losePlace,
  recordStatusChange,
} from './drivers/driver-status.store.ts'
export {
  countIgnored,
  forgetIgnored,
  type HeldDriver,
  holdDrivers,
  waitFromNow,
} from './drivers/ignored-offers.store.ts'
export { leaveDuty } from './drivers/leave-duty.ts'
export { type Trip, TripEnds } from './drivers/trip-ends.ts'
export type { Fleet, FleetCounts, ZoneCounts } from './fleet.ts'
export { driverCards } from './fleet.views.ts'
export type { FinishingDriver, NearbyDriver } from './positions/nearest-drivers.ts'
export { clearQueue } from './stands/stand-queue.store.ts'
