import type { RoutePlan } from '@dispecerat/contract/routes'
import { metresBetween, type Point } from '@dispecerat/domain/geo'
import { isSamePlace } from './drive.ts'
import type { DriverModel, News } from './driver-model.ts'
import { goalOf } from './model-road.ts'

/** Nearer than this nobody asks for the way. */
const WORTH_ASKING_METRES = 80
/** Cars that live a hundred times as fast would ask a hundred times as often; idle ones then drive straight. */
const IDLE_PAUSE_MS = 5000

type Ask = (method: 'POST', path: string, body: object) => Promise<unknown>
type Way = Extract<News, { type: 'told_the_way' }>

/** Asks the server once for the way to each place the car drives to. Nobody waits: until it answers, the car drives straight. */
export class RoadAsker {
  readonly #ask: Ask
  readonly #told: (way: Way) => void
  #goal: Point | null = null
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(ask: Ask, told: (way: Way) => void) {
    this.#ask = ask
    this.#told = told
  }

  /** Looks where the car drives now. */
  look(model: DriverModel, nowMs: number): void {
    const goal = goalOf(model)
    if (!goal || (this.#goal && isSamePlace(goal, this.#goal))) return
    if (!model.trip && nowMs - this.#askedAt < IDLE_PAUSE_MS) return
    this.#goal = goal
    // Who was told to stay on the street at the end of a road drives to the same place as before.
    if (model.road !== null && isSamePlace(goal, model.road.goal)) return
    if (metresBetween(model.at, goal) < WORTH_ASKING_METRES) return
    this.#askedAt = nowMs
    void this.#askFor(model.at, goal)
  }

  async #askFor(from: Point, goal: Point): Promise<void> {
    const points = [from, goal].map(({ lat, long }) => ({ lat, long }))
    const answer = await this.#ask('POST', '/api/driver/route', { points }).catch(() => null)
    const line = (answer as { data?: RoutePlan } | null)?.data?.line
    if (line && line.length > 1) this.#told({ type: 'told_the_way', goal, line })
  }
}
