import { learnAnswers } from '@dispecerat/domain/dispatch/replay/learn-answers'
import { runReplay } from '@dispecerat/domain/dispatch/replay/run-replay'
import { learnTrips } from '@dispecerat/domain/dispatch/replay/trip-model'
import type { PastOrder, ReplayRules, ReplayWorld } from '@dispecerat/domain/dispatch/replay/world'
import { STEP_DEFAULTS } from '@dispecerat/domain/dispatch/search-rules'
import { startOfBucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { gatherFacts } from '../../apps/server/src/dispatch/replay/gather-facts.ts'
import { readOffers } from '../../apps/server/src/dispatch/replay/offer-columns.ts'
import type { Db } from '../../apps/server/src/platform/db/database.ts'
import { openInstallation } from '../bench-installation.ts'
import { type Bench, percentile } from '../measure.ts'

const TAXI_COMPANY = asId<CompanyId>(1)
const DAYS = 30
const SEEDS = [1, 2, 3]
const DAY_MS = 86_400_000

/** The first rules of a new company. */
const FIRST: ReplayRules = { intervals: [] }
/** The first rules as they were before: the zone, then 5 km, every phone at once. */
const EVERY_PHONE: ReplayRules = {
  intervals: [
    {
      id: 1,
      searchMethodId: 1,
      type: 'weekdays',
      timeFrom: '00:00:00',
      timeTo: '23:59:59',
      selectedDay: null,
      customDay: null,
      steps: [STEP_DEFAULTS, { ...STEP_DEFAULTS, searchType: 'by_radius', searchSeconds: 10, searchLimit: 5000 }],
    },
  ],
}

export interface Served {
  orders: number
  unserved: number
  offers: number
  seconds: number[]
  metres: number[]
}

/** Replays the demo's last month under the rules of a new company: how many orders find a driver, after how long, from how far. */
export const bench: Bench = {
  name: 'served-orders',
  run: async () => {
    await using installation = await openInstallation({ drivers: 1 })
    const worlds = await demoMonth(installation.db)
    const first = serve(worlds, FIRST)
    // Empty steps were waited out, and no order waited its turn.
    const before = serve(
      worlds.map((world) => ({ ...world, pendingTimeoutMinutes: 0, skipEmptySteps: false })),
      EVERY_PHONE,
    )
    const row = (what: string, unit: string, figure: (served: Served) => number) => ({
      what,
      unit,
      ours: figure(first),
      peer: figure(before),
      peerName: 'every phone at once, two steps, no wait',
      better: 'lower' as const,
    })
    return {
      title: `The demo's month under the first rules: ${DAYS} days, ${first.orders / SEEDS.length} orders, ${SEEDS.length} seeds`,
      growsWith: 'orders × evaluations per search × drivers on duty.',
      rows: [
        row('unserved', 'orders a month', ({ unserved }) => unserved / SEEDS.length),
        row('median wait', 's', ({ seconds }) => percentile(seconds, 0.5)),
        row('p90 wait', 's', ({ seconds }) => percentile(seconds, 0.9)),
        row('median way to the pickup', 'm', ({ metres }) => percentile(metres, 0.5)),
        row('offers per order', '', ({ offers, orders }) => offers / orders),
      ],
      notes: [],
    }
  },
}

/**
 * The orders of each of the last days, with the drivers of yesterday: the demo stores where its cars were on that day alone. Each day is a
 * world of its own.
 */
export async function demoMonth(db: Db): Promise<ReplayWorld[]> {
  const today = startOfBucharestDay(new Date())
  const days = []
  for (let daysAgo = DAYS; daysAgo >= 1; daysAgo--) {
    const from = startOfBucharestDay(new Date(today.getTime() - daysAgo * DAY_MS + DAY_MS / 4))
    const to = startOfBucharestDay(new Date(from.getTime() + 1.25 * DAY_MS))
    days.push(await gatherFacts(db, { companyId: TAXI_COMPANY, from, to }))
  }
  const yesterday = days.at(-1)
  if (!yesterday) return []
  const answers = learnAnswers(readOffers(yesterday.offers))
  const trips = learnTrips(days.flatMap(({ world }) => world.orders))
  return days.map(({ world }) => {
    const later = yesterday.world.from - world.from
    return { ...yesterday.world, answers, trips, orders: world.orders.map((order) => movedBy(order, later)) }
  })
}

function movedBy(order: PastOrder, ms: number): PastOrder {
  const moved = (instant: number | null) => instant && instant + ms
  const { past } = order
  return {
    ...order,
    searchAt: order.searchAt + ms,
    calledOffAt: moved(order.calledOffAt),
    past: {
      ...past,
      assignedAt: moved(past.assignedAt),
      arrivedAt: moved(past.arrivedAt),
      startedAt: moved(past.startedAt),
      finishedAt: moved(past.finishedAt),
    },
  }
}

export function serve(worlds: readonly ReplayWorld[], rules: ReplayRules): Served {
  const served: Served = { orders: 0, unserved: 0, offers: 0, seconds: [], metres: [] }
  for (const world of worlds) {
    for (const seed of SEEDS) {
      const onServed = (ms: number, metres: number) => {
        served.seconds.push(ms / 1000)
        served.metres.push(metres)
      }
      const outcome = runReplay(world, rules, { seed, onServed })
      served.orders += outcome.orders
      served.unserved += outcome.unserved
      served.offers += outcome.offers
    }
  }
  return served
}
