import type { RoutePlan } from '@dispecerat/contract/orders/routes'
import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import { isSamePlace } from './drive.ts'
import type { DriverEvent, DriverModel } from './driver-model.ts'
import { goalOf } from './model-road.ts'

/** Below this distance no route is requested. */
const MIN_ROUTE_METRES = 80
/** Cars at a hundred times the speed would send a hundred times the requests; idle ones drive straight instead. */
const IDLE_PAUSE_MS = 5000

type SendRequest = (method: 'POST', path: string, body: object) => Promise<unknown>
type Way = Extract<DriverEvent, { type: 'told_the_way' }>

/** Requests the route once for each place the car drives to. Nothing waits for it: until the reply arrives, the car drives straight. */
export class RoadAsker {
  readonly #ask: SendRequest
  readonly #told: (way: Way) => void
  #goal: Point | null = null
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(request: SendRequest, onRoute: (way: Way) => void) {
    this.#ask = request
    this.#told = onRoute
  }

  /** Checks the car's current goal. */
  update(model: DriverModel, nowMs: number): void {
    const goal = goalOf(model)
    if (!goal || (this.#goal && isSamePlace(goal, this.#goal))) return
    if (!model.trip && nowMs - this.#askedAt < IDLE_PAUSE_MS) return
    this.#goal = goal
    // A car that stays on the street at the end of a route has the same goal as before.
    if (model.road !== null && isSamePlace(goal, model.road.goal)) return
    if (metresBetween(model.at, goal) < MIN_ROUTE_METRES) return
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
