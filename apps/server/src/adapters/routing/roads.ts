import { roadSecondsGuess } from '@dispecerat/domain/geography/road'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { RouteAnswer, RouteLine, Router } from './routing.ts'
import { straightLineRouter } from './straight-line-router.ts'

export interface Road {
  metres: number
  seconds: number
  /** True when it is estimated from the straight line. */
  isGuess: boolean
}

/** A client waits on the telephone, so what has no reply by then is estimated. */
const BUDGET_MS = 300
/** The line is shown on a screen, so it may take longer than distances told to a client. */
const LINE_BUDGET_MS = 2000
const LEGS_AT_ONCE = 8
/** Roads do not change; the limits are for memory. */
const CACHE_MS = 10 * 60_000
const MAX_CACHED = 5_000

type Leg = readonly [from: Point, to: Point]

/** Distances by road for people who wait: at most 300 ms, never an error; legs are cached. */
export class Roads {
  readonly #router: Router
  readonly #clock: { now(): Date }
  readonly #known = new Map<string, { road: Road; at: number }>()

  constructor(router: Router, clock: { now(): Date }) {
    this.#router = router
    this.#clock = clock
  }

  /** The route over all the points in their order; null with fewer than two points. */
  async along(points: readonly Point[]): Promise<Road | null> {
    const legs = points.slice(1).map((to, i): Leg => [points[i] ?? to, to])
    if (legs.length === 0) return null
    const guesses = await Promise.all(legs.map(([from, to]) => guess([from], to)))
    const roads = guesses.map(([road]) => road ?? NOWHERE)
    await withinBudget(this.#ask(legs, roads))
    return roads.reduce((all, road) => ({
      metres: all.metres + road.metres,
      seconds: all.seconds + road.seconds,
      isGuess: all.isGuess || road.isGuess,
    }))
  }

  /** The routes from each of `from` to one point, in the same order. */
  async to(from: readonly Point[], to: Point): Promise<Road[]> {
    const roads = await guess(from, to)
    const pending = this.#router
      .metres(from, to)
      .then((answers) => roads.splice(0, roads.length, ...answers.map(roadOf)))
    await withinBudget(pending)
    return [...roads]
  }

  /** The route over all the points as a line; straight where no road is known in time. */
  async way(points: readonly Point[]): Promise<RouteLine> {
    let found = await straightLineRouter.route(points)
    const pending = this.#router.route(points).then((line) => {
      found = line
    })
    await withinBudget(pending, LINE_BUDGET_MS)
    return found
  }

  /** Replaces the estimates by the router's results, leg by leg. */
  async #ask(legs: readonly Leg[], roads: Road[]): Promise<void> {
    const waiting = [...legs.entries()]
    const walk = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) roads[next[0]] = await this.#leg(next[1])
    }
    await Promise.all(Array.from({ length: Math.min(LEGS_AT_ONCE, legs.length) }, walk))
  }

  async #leg([from, to]: Leg): Promise<Road> {
    const key = keyOf(from, to)
    const now = this.#clock.now().getTime()
    const known = this.#known.get(key)
    if (known && now - known.at <= CACHE_MS) return known.road
    const [answer] = await this.#router.metres([from], to)
    const road = answer ? roadOf(answer) : NOWHERE
    // An estimate is cheap to repeat and may be better next time.
    if (!road.isGuess) this.#keep(key, road, now)
    return road
  }

  #keep(key: string, road: Road, at: number): void {
    this.#known.delete(key)
    this.#known.set(key, { road, at })
    const [oldest] = this.#known.keys()
    if (this.#known.size > MAX_CACHED && oldest !== undefined) this.#known.delete(oldest)
  }
}

const NOWHERE: Road = { metres: 0, seconds: 0, isGuess: true }

async function guess(from: readonly Point[], to: Point): Promise<Road[]> {
  return (await straightLineRouter.metres(from, to)).map(roadOf)
}

function roadOf({ metres, seconds, estimated }: RouteAnswer): Road {
  return { metres, seconds: seconds ?? roadSecondsGuess(metres), isGuess: estimated }
}

/** Waits for the work or the time limit; a failure is only a missing result. */
async function withinBudget(work: Promise<unknown>, budgetMs = BUDGET_MS): Promise<void> {
  let bell: NodeJS.Timeout | undefined
  const rung = new Promise((resolve) => {
    bell = setTimeout(resolve, budgetMs)
  })
  await Promise.race([work.catch(() => undefined), rung]).finally(() => clearTimeout(bell))
}

/** About a metre. */
function keyOf(from: Point, to: Point): string {
  return [from.lat, from.long, to.lat, to.long].map((degrees) => degrees.toFixed(5)).join()
}
