import { type Band, bandOf } from '@dispecerat/domain/dispatch/replay/bands'
import { learnAnswers, type PastOffer } from '@dispecerat/domain/dispatch/replay/learn-answers'
import { bandsOf, MAX_RUNS, predictDay } from '@dispecerat/domain/dispatch/replay/predict-day'
import { pastFigures, type ReplayFigures, type ReplayOutcome } from '@dispecerat/domain/dispatch/replay/tally'
import { learnTrips } from '@dispecerat/domain/dispatch/replay/trip-model'
import { startOfBucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { type Bench, type BenchRow, median } from '../measure.ts'
import { simulateDay } from './simulated-day.ts'

const DAYS = Number(process.env.REPLAY_TRUTH_DAYS ?? 30)
/** The answers of a company are learned from its last two weeks, so the first days are only lived. */
const LEARNED_DAYS = 14
const FIRST_DAY = startOfBucharestDay(new Date('2026-01-12T10:00:00Z'))
const DAY_MS = 24 * 3_600_000
const GOAL_INSIDE = 90
const WIDEST_MEDIAN_PERCENT = 25
const WIDEST_UNSERVED = 3
/** How often each day is lived again with other dice: a band that holds nine of ten cannot be narrower than these lie apart. */
const LIVES = 10
/** Dice of these lives; no day has such a seed. */
const FIRST_LIFE = 50_000

/** What was predicted of one figure of a day, and what happened. */
interface Held {
  band: Band | null
  happened: number | null
  values: (number | null)[]
}

/**
 * Holds the replay to the truth: days of the demo city are lived by simulated drivers, then each is predicted by the replay from what a
 * server would have recorded.
 */
export const bench: Bench = {
  name: 'replay-truth',
  run: async () => {
    const offers: PastOffer[][] = []
    const held = { unserved: [] as Held[], median: [] as Held[], p90: [] as Held[], pickup: [] as Held[] }
    const lived: (Band | null)[] = []
    const notes: string[] = []
    const began = performance.now()
    for (let day = 0; day < LEARNED_DAYS - 1 + DAYS; day++) {
      const midnight = startOfBucharestDay(new Date(FIRST_DAY.getTime() + day * DAY_MS + DAY_MS / 2))
      const seed = 1000 + day
      const truth = simulateDay(midnight, seed)
      offers.push(truth.offers)
      if (day < LEARNED_DAYS - 1) continue
      const answers = learnAnswers(offers.slice(-LEARNED_DAYS).flat())
      const world = { ...truth.world, answers, trips: learnTrips(truth.world.orders) }
      const outcomes = predictDay(world, truth.rules, { runs: MAX_RUNS })
      const past = pastFigures(world.orders)
      const bands = bandsOf(outcomes)
      const of = (pick: (figures: ReplayFigures) => number | null, band: Band | null): Held => ({
        band,
        happened: pick(past),
        values: outcomes.map((outcome: ReplayOutcome) => pick(outcome)),
      })
      held.unserved.push(of(({ unserved }) => unserved, bands.unserved))
      lived.push(livedAgain(midnight, seed))
      held.median.push(of(({ medianSeconds }) => medianSeconds, bands.medianSeconds))
      held.p90.push(of(({ p90Seconds }) => p90Seconds, bands.p90Seconds))
      held.pickup.push(of(({ medianPickupMetres }) => medianPickupMetres, bands.medianPickupMetres))
      notes.push(
        `${midnight.toISOString().slice(0, 10)}: ${past.orders} orders; ${lineOf(held.unserved, 'unserved')}, ${lineOf(held.median, 's')}, ${lineOf(held.p90, 's (p90)')}, ${lineOf(held.pickup, 'm')}`,
      )
    }
    notes.push(`${((performance.now() - began) / 1000).toFixed(0)} s in all`)
    notes.push(...Object.entries(held).map(([name, all]) => `${name}: ${biasOf(all)}`))
    return {
      title: `Replay held to the truth: ${DAYS} simulated days, ${MAX_RUNS} runs a prediction`,
      growsWith: 'days × runs × orders × drivers on duty.',
      rows: [
        insideRow('unserved', held.unserved),
        insideRow('median wait', held.median),
        insideRow('wait of nine in ten', held.p90),
        insideRow('median way to the pickup', held.pickup),
        {
          what: 'half a band of the median wait, median',
          unit: '%',
          ours: median(held.median.map(({ band }) => halfPercent(band))),
          peer: WIDEST_MEDIAN_PERCENT,
          peerName: 'limit',
          better: 'lower',
        },
        {
          what: 'half a band of the unserved, median',
          unit: 'orders',
          ours: median(held.unserved.map(({ band }) => halfOf(band))),
          peer: WIDEST_UNSERVED,
          peerName: 'limit',
          better: 'lower',
        },
        {
          what: 'half a band of the unserved, median',
          unit: 'orders',
          ours: median(held.unserved.map(({ band }) => halfOf(band))),
          peer: median(lived.map(halfOf)),
          peerName: `the same days lived ${LIVES} times`,
          better: 'lower',
        },
      ],
      notes,
    }
  },
}

function isInside({ band, happened }: Held): boolean {
  return band !== null && happened !== null && happened >= band.from && happened <= band.to
}

function insideRow(what: string, all: readonly Held[]): BenchRow {
  const ours = (all.filter(isInside).length / all.length) * 100
  return {
    what: `${what}: days inside the band`,
    unit: '%',
    ours,
    peer: GOAL_INSIDE,
    peerName: 'goal',
    better: 'higher',
  }
}

function livedAgain(midnight: Date, seed: number): Band | null {
  const unserved = Array.from({ length: LIVES }, (_, life) => {
    const { world } = simulateDay(midnight, seed, FIRST_LIFE + life)
    return pastFigures(world.orders).unserved
  })
  return bandOf(unserved, { isCount: true })
}

function halfOf(band: Band | null): number {
  return band ? (band.to - band.from) / 2 : Number.NaN
}

function halfPercent(band: Band | null): number {
  return band === null ? Number.NaN : ((band.to - band.from) / (band.to + band.from)) * 100
}

function lineOf(all: readonly Held[], unit: string): string {
  const last = all.at(-1)
  const band = last?.band
  return `${last?.happened?.toFixed(0)} in ${band?.from.toFixed(0)}–${band?.to.toFixed(0)} ${unit}${last && isInside(last) ? '' : ' ✗'}`
}

/** How far predictions lie from what happened on average, and how wide chance alone makes them. */
function biasOf(all: readonly Held[]): string {
  const means = all.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / values.length)
  const bias = means.map((mean, i) => mean - (all[i]?.happened ?? mean))
  const average = bias.reduce((sum, one) => sum + one, 0) / bias.length
  const mean = means.reduce((sum, one) => sum + one, 0) / means.length
  const chance = median(all.map(({ values }) => halfPercent(bandOf(values))))
  return `predicted ${mean.toFixed(1)} on average, ${average >= 0 ? '+' : ''}${average.toFixed(1)} than happened; chance alone ±${chance.toFixed(0)} %`
}
