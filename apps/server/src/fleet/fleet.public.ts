/**
 * Drivers at work: who is on duty, where, in which zone, free or busy. Owns driver_status, driver_shifts,
 * driver_last_positions, driver_trail; reads cars, polygons and users_intervals. Records driver_status_changed.
 */
export {
  type DriverWithCar,
  driverTakes,
  driverWithCar,
  type LockedDriver,
  lockDriver,
} from './driver-status.store.ts'
export type { Fleet, FleetCounts, ZoneCounts } from './fleet.ts'
