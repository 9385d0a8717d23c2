import { bandsOf, differencesOf, type FigureBands } from '@dispecerat/domain/dispatch/replay/predict-day'
import type { ReplayFigures, ReplayOutcome } from '@dispecerat/domain/dispatch/replay/tally'
import { pastFigures } from '@dispecerat/domain/dispatch/replay/tally'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import type { ReplayFacts } from './gather-facts.ts'

interface StoredVariant extends ReplayFigures {
  offers: number
  bans: number
  bannedDrivers: number
  sparedDrivers: number
  /** Missing in runs of an earlier version. */
  bands?: FigureBands
}

/** A finished run as stored: ids without names. Drivers of partners are included in the figures but never listed. */
export interface StoredResult {
  learnedFrom: number
  positions: number
  past: ReplayFigures
  saved: StoredVariant
  changed: StoredVariant
  /** Of the changed rules to the saved ones; missing in runs of an earlier version. */
  differences?: FigureBands
  drivers: { driverId: DriverId; saved: number; changed: number }[]
  bans: { driverId: DriverId; at: string; until: string }[]
  spared: DriverId[]
}

/** Compares the two variants, each with several runs, for the company's own drivers. Bans are those of the first run. */
export function compareOutcomes(
  { world }: ReplayFacts,
  learnedFrom: number,
  saved: readonly ReplayOutcome[],
  changed: readonly ReplayOutcome[],
): StoredResult {
  const [first] = changed
  if (!first) throw new Error('a replay has at least one run')
  const own = new Set(
    world.drivers.filter(({ companyId }) => companyId === world.companyId).map(({ driverId }) => driverId),
  )
  return {
    learnedFrom,
    positions: world.trails.at.length,
    past: pastFigures(world.orders),
    saved: variantOf(saved, own),
    changed: variantOf(changed, own),
    differences: differencesOf(saved, changed),
    drivers: driverChanges(own, saved, changed),
    bans: first.bans.map(({ driverId, at, until }) => ({
      driverId,
      at: new Date(at).toISOString(),
      until: new Date(until).toISOString(),
    })),
    spared: first.spared.filter((driverId) => own.has(driverId)),
  }
}

function variantOf(outcomes: readonly ReplayOutcome[], own: ReadonlySet<DriverId>): StoredVariant {
  const [first] = outcomes
  if (!first) throw new Error('a replay has at least one run')
  const { ordersOf: _, bans, spared, ...figures } = first
  return {
    ...figures,
    bans: bans.length,
    bannedDrivers: new Set(bans.map(({ driverId }) => driverId)).size,
    sparedDrivers: spared.filter((driverId) => own.has(driverId)).length,
    bands: bandsOf(outcomes),
  }
}

/** Orders of an average run. Largest gain first; drivers without an order under either variant are left out. */
function driverChanges(
  own: ReadonlySet<DriverId>,
  saved: readonly ReplayOutcome[],
  changed: readonly ReplayOutcome[],
): StoredResult['drivers'] {
  const before = meanOrders(saved)
  const after = meanOrders(changed)
  return [...own]
    .map((driverId) => ({ driverId, saved: before(driverId), changed: after(driverId) }))
    .filter((driver) => driver.saved + driver.changed > 0)
    .sort((a, b) => b.changed - b.saved - (a.changed - a.saved) || a.driverId - b.driverId)
}

function meanOrders(outcomes: readonly ReplayOutcome[]): (driverId: DriverId) => number {
  const totals = new Map<DriverId, number>()
  for (const { driverId, orders } of outcomes.flatMap(({ ordersOf }) => ordersOf))
    totals.set(driverId, (totals.get(driverId) ?? 0) + orders)
  return (driverId) => Math.round((totals.get(driverId) ?? 0) / outcomes.length)
}
