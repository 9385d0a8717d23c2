import { type Band, bandOf, differenceBand, type ModelError } from './bands.ts'
import { runReplay } from './run-replay.ts'
import type { ReplayOutcome } from './tally.ts'
import type { ReplayRules, ReplayWorld } from './world.ts'

/** Constant, so that the same rules give the same result on any day. */
const FIRST_SEED = 2026
/** Chance alone moves a figure of a small company by a third from one run to the next. */
export const MAX_RUNS = 20
/** Fewer say nothing about how far runs lie apart. */
const MIN_RUNS = 3
/** Orders × drivers of all runs of a variant: about 25 s of one core. */
const MAX_WORK = 4_500_000

/** Number of runs: as many as the size of the day allows. A large company's figures vary less from run to run. */
export function runsOf({ orders, drivers }: Pick<ReplayWorld, 'orders' | 'drivers'>): number {
  const work = Math.max(1, orders.length * drivers.length)
  return Math.min(MAX_RUNS, Math.max(MIN_RUNS, Math.floor(MAX_WORK / work)))
}

/** Replays the day several times, each with other dice; the same runs throw the same dice under every variant of the rules. */
export function predictDay(
  world: ReplayWorld,
  rules: ReplayRules,
  { runs = runsOf(world), onProgress }: { runs?: number; onProgress?: (share: number) => void } = {},
): ReplayOutcome[] {
  return Array.from({ length: runs }, (_, run) =>
    runReplay(world, rules, {
      seed: FIRST_SEED + run,
      onProgress: (share) => onProgress?.((run + share) / runs),
    }),
  )
}

/**
 * How far the model is wrong beside chance, measured by the bench `replay-truth` on simulated days whose drivers decide for
 * themselves.
 */
const MODEL_ERROR: Partial<Record<FigureName, ModelError>> = {
  medianSeconds: { share: 0.05 },
  p90Seconds: { share: 0.05 },
  medianPickupMetres: { share: 0.03 },
}

/** Figures of each run, by name. */
const FIGURE_OF = {
  unserved: ({ unserved }) => unserved,
  calledOff: ({ calledOff }) => calledOff,
  medianSeconds: ({ medianSeconds }) => medianSeconds,
  p90Seconds: ({ p90Seconds }) => p90Seconds,
  medianPickupMetres: ({ medianPickupMetres }) => medianPickupMetres,
  offersPerOrder,
  bans: ({ bans }) => bans.length,
} as const satisfies Record<string, (outcome: ReplayOutcome) => number | null>

export type FigureName = keyof typeof FIGURE_OF
/** Ranges by figure; null = a run had no value. */
export type FigureBands = Record<FigureName, Band | null>

/** The range in which each figure of the real day is expected. */
export function bandsOf(outcomes: readonly ReplayOutcome[]): FigureBands {
  return eachFigure((name, of) => bandOf(outcomes.map(of), { ...MODEL_ERROR[name], isCount: COUNTS.has(name) }))
}

/** The range of the mean difference of each figure: the rules differ in it only where the range does not contain zero. */
export function differencesOf(saved: readonly ReplayOutcome[], changed: readonly ReplayOutcome[]): FigureBands {
  return eachFigure((_name, of) => differenceBand(saved.map(of), changed.map(of)))
}

const COUNTS: ReadonlySet<FigureName> = new Set(['unserved', 'calledOff', 'bans'])

function eachFigure(
  band: (name: FigureName, of: (outcome: ReplayOutcome) => number | null) => Band | null,
): FigureBands {
  const names = Object.keys(FIGURE_OF) as FigureName[]
  return Object.fromEntries(names.map((name) => [name, band(name, FIGURE_OF[name])])) as FigureBands
}

function offersPerOrder({ orders, offers }: ReplayOutcome): number | null {
  return orders === 0 ? null : offers / orders
}
