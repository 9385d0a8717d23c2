import type { ReplayFigures, ReplayOutcome } from '@dispecerat/domain/dispatch/replay/tally'
import { pastFigures } from '@dispecerat/domain/dispatch/replay/tally'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import type { ReplayFacts } from './gather-facts.ts'

interface StoredVariant extends ReplayFigures {
  offers: number
  bans: number
  bannedDrivers: number
  sparedDrivers: number
}

/** A finished run as stored: ids without names. Drivers of partners are included in the figures but never listed. */
export interface StoredResult {
  learnedFrom: number
  positions: number
  past: ReplayFigures
  saved: StoredVariant
  changed: StoredVariant
  drivers: { driverId: DriverId; saved: number; changed: number }[]
  bans: { driverId: DriverId; at: string; until: string }[]
  spared: DriverId[]
}

/** Compares the two variants for the company's own drivers. */
export function compareOutcomes(
  { world }: ReplayFacts,
  learnedFrom: number,
  saved: ReplayOutcome,
  changed: ReplayOutcome,
): StoredResult {
  const own = new Set(
    world.drivers.filter(({ companyId }) => companyId === world.companyId).map(({ driverId }) => driverId),
  )
  return {
    learnedFrom,
    positions: world.trails.at.length,
    past: pastFigures(world.orders),
    saved: variantOf(saved, own),
    changed: variantOf(changed, own),
    drivers: driverChanges(own, saved, changed),
    bans: changed.bans.map(({ driverId, at, until }) => ({
      driverId,
      at: new Date(at).toISOString(),
      until: new Date(until).toISOString(),
    })),
    spared: changed.spared.filter((driverId) => own.has(driverId)),
  }
}

function variantOf(
  { ordersOf: _, bans, spared, ...figures }: ReplayOutcome,
  own: ReadonlySet<DriverId>,
): StoredVariant {
  return {
    ...figures,
    bans: bans.length,
    bannedDrivers: new Set(bans.map(({ driverId }) => driverId)).size,
    sparedDrivers: spared.filter((driverId) => own.has(driverId)).length,
  }
}

/** Largest gain first; drivers without an order under either variant are left out. */
function driverChanges(
  own: ReadonlySet<DriverId>,
  saved: ReplayOutcome,
  changed: ReplayOutcome,
): StoredResult['drivers'] {
  const before = new Map(saved.ordersOf.map(({ driverId, orders }) => [driverId, orders]))
  const after = new Map(changed.ordersOf.map(({ driverId, orders }) => [driverId, orders]))
  return [...own]
    .map((driverId) => ({ driverId, saved: before.get(driverId) ?? 0, changed: after.get(driverId) ?? 0 }))
    .filter((driver) => driver.saved + driver.changed > 0)
    .sort((a, b) => b.changed - b.saved - (a.changed - a.saved) || a.driverId - b.driverId)
}
