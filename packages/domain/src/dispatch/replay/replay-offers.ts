import type { DriverId } from '../../kernel/ids.ts'
import type { Offer, Walk, WalkStep } from '../search/walk.ts'
import type { ReplayDriver } from './replay-driver.ts'

/** The step of a round that is open: one of the method, or the wait after it. */
export function stepOf({ round, steps }: Walk, roundNo: number): WalkStep | undefined {
  return round?.no === roundNo ? round.step : steps[roundNo - 1]
}

/** The driver's open offer of this round, if there is one. */
export function openOffer(walk: Walk, roundNo: number, driverId: DriverId): Offer | null {
  const round = walk.round?.no === roundNo ? walk.round : walk.pinned.find(({ no }) => no === roundNo)
  return round?.offers.find((offer) => offer.driverId === driverId && offer.fate === 'open') ?? null
}

/** True when the server would let the driver accept: on duty, not banned, free or about to be. */
export function mayTake(driver: ReplayDriver, step: WalkStep, now: Date): boolean {
  const { bannedUntil } = driver
  if (!driver.onShift || (bannedUntil !== null && bannedUntil >= now)) return false
  return !driver.isBusy || (step.showForBusyDrivers && driver.finishing !== null)
}
