import type { DriverId } from '../../kernel/ids.ts'
import { STEP_DEFAULTS } from '../search-rules.ts'
import type { WalkStep } from './walk.ts'

/** The step for drivers named by the dispatcher: all of them at once, 30 s. */
const NAMED_STEP: WalkStep = {
  ...STEP_DEFAULTS,
  searchType: 'custom',
  searchSeconds: 30,
  notificationMethod: 'all',
}

/** The step for a driver who gets the order by hand but must accept it: a driver who finishes a trip may take it as the next order. */
const BY_HAND_STEP: WalkStep = { ...NAMED_STEP, showForBusyDrivers: true }

/** The one step of an order moved to the pending queue: its walk becomes `queued` by itself. */
export const QUEUE_STEP: WalkStep = {
  ...STEP_DEFAULTS,
  searchType: 'by_radius',
  searchSeconds: 1,
  searchLimit: 10_000,
  notificationMethod: 'pending_pinned',
}

/** The steps a walk snapshots: named drivers first, and nothing after them when `onlyNamed`. */
export function walkSteps(
  method: readonly WalkStep[],
  named: { driverIds: readonly DriverId[]; onlyNamed: boolean; isByHand?: boolean },
): WalkStep[] {
  if (named.driverIds.length === 0) return [...method]
  const first = named.isByHand ? BY_HAND_STEP : NAMED_STEP
  return named.onlyNamed ? [first] : [first, ...method]
}
