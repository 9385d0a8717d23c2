import { type RoutesToRequest, routesToRequest } from '@dispecerat/domain/dispatch/search/routes-to-request'
import type { DriverFacts, Scene, Walk } from '@dispecerat/domain/dispatch/search/walk'
import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { DriverId, OrderId, StandId } from '@dispecerat/domain/kernel/ids'
import type { Router } from '../../adapters/routing/routing.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'

/** An answer is valid for this long, and while its car has not moved farther than this. */
const CACHE_MS = 10_000
const MOVED_METRES = 100
/** A car that moved during the request is requested again at the next evaluation, not at once. */
const MIN_REQUEST_INTERVAL_MS = 1_000

const MAX_PENDING_REQUESTS = 32

/** A router request for one order, sent outside of any transaction. */
export interface RouteQuestion {
  orderId: OrderId
  pickup: Point
  from: readonly { key: string; point: Point }[]
  /** Time of the cache miss, in milliseconds. */
  wantedAt: number
}

interface Answer {
  point: Point
  /** Null: the router has no road from here; the engine's estimate is marked as one. */
  metres: number | null
  at: number
}

interface Page {
  pickup: Point
  askedAt: number
  answers: Map<string, Answer>
}

/**
 * Caches recent route distances by order and by driver or stand. A search that needs routes reports the missing ones, stops without having
 * written anything, and runs again when the answers have arrived; the engine estimates what the router does not answer.
 */
export class RouteCache {
  readonly #router: Router
  readonly #clock: Clock
  readonly #pages = new Map<OrderId, Page>()
  readonly #asking = new Set<OrderId>()

  constructor(router: Router, clock: Clock) {
    this.#router = router
    this.#clock = clock
  }

  /** Orders with a pending router request: they need no evaluation until it has been answered. */
  get asking(): OrderId[] {
    return [...this.#asking]
  }

  /** So many requests are pending that the next one should wait. */
  get isCrowded(): boolean {
    return this.#asking.size >= MAX_PENDING_REQUESTS
  }

  /** Routes this walk needs and the cache does not have; null = it can run. */
  missing(walk: Walk, scene: Scene, now: Date): RouteQuestion | null {
    // The engine makes the same estimate itself, and faster.
    if (this.#router.knowsRoads?.() === false) return null
    const { drivers, stands } = routesToRequest(walk, scene, now)
    if (drivers.length === 0 && stands.length === 0) return null
    const { orderId, pickup } = scene.request
    const page = this.#pageOf(orderId, pickup)
    if (page && now.getTime() - page.askedAt < MIN_REQUEST_INTERVAL_MS) return null
    const from = startsOf(scene, drivers, stands).filter(
      ({ key, point }) => this.#answer(page, key, point, now) === null,
    )
    return from.length > 0 ? { orderId, pickup, from, wantedAt: now.getTime() } : null
  }

  /** The scene with cached distances. */
  withRoutes(scene: Scene, now: Date): Scene {
    const page = this.#pageOf(scene.request.orderId, scene.request.pickup)
    if (!page) return scene
    const drivers = new Map(scene.drivers.map((driver) => [driver.driverId, driver]))
    const stands = new Map(scene.request.stands.map((stand) => [stand.standId, stand.point]))
    return {
      ...scene,
      routeMetres: (driverId) => {
        const point = startOf(drivers.get(driverId))
        return point && (this.#answer(page, driverKey(driverId), point, now)?.metres ?? null)
      },
      standRouteMetres: (standId) => {
        const point = stands.get(standId)
        return point ? (this.#answer(page, standKey(standId), point, now)?.metres ?? null) : null
      },
    }
  }

  /** Requests the routes and caches the answers. Never throws: a missing answer is cached too. */
  async ask(question: RouteQuestion): Promise<void> {
    const { orderId, pickup, from, wantedAt } = question
    if (this.#asking.has(orderId)) return
    // Two workers may need the same routes: the second one read the cache before the first one's request.
    if ((this.#pageOf(orderId, pickup)?.askedAt ?? Number.NEGATIVE_INFINITY) >= wantedAt) return
    this.#asking.add(orderId)
    try {
      this.#keep(question, await this.#metres(from, pickup))
    } finally {
      this.#asking.delete(orderId)
    }
  }

  /**
   * The scene with the distances that a search would use now, for an order that is not placed: nothing is cached. While searches wait for
   * the router, the engine estimates.
   */
  async sceneWith(scene: Scene, { drivers, stands }: RoutesToRequest): Promise<Scene> {
    const from = startsOf(scene, drivers, stands)
    if (from.length === 0 || this.isCrowded || this.#router.knowsRoads?.() === false) return scene
    const metres = await this.#metres(from, scene.request.pickup)
    const roads = new Map(from.map(({ key }, i) => [key, metres[i] ?? null]))
    return {
      ...scene,
      routeMetres: (driverId) => roads.get(driverKey(driverId)) ?? null,
      standRouteMetres: (standId) => roads.get(standKey(standId)) ?? null,
    }
  }

  /** In the order of `from`; null where the router has no road, and none without an answer. */
  async #metres(from: RouteQuestion['from'], pickup: Point): Promise<(number | null)[]> {
    const points = from.map(({ point }) => point)
    const answers = await this.#router.metres(points, pickup).catch(() => [])
    return answers.map(({ metres, estimated }) => (estimated ? null : metres))
  }

  #keep({ orderId, pickup, from }: RouteQuestion, metres: readonly (number | null)[]): void {
    const at = this.#clock.now().getTime()
    for (const [id, page] of this.#pages) if (at - page.askedAt > CACHE_MS) this.#pages.delete(id)
    const page = this.#pageOf(orderId, pickup) ?? { pickup, askedAt: at, answers: new Map() }
    page.askedAt = at
    from.forEach(({ key, point }, i) => {
      const found = metres[i]
      if (found !== undefined) page.answers.set(key, { point, metres: found, at })
    })
    this.#pages.set(orderId, page)
  }

  #pageOf(orderId: OrderId, pickup: Point): Page | null {
    const page = this.#pages.get(orderId)
    return page && page.pickup.lat === pickup.lat && page.pickup.long === pickup.long ? page : null
  }

  #answer(page: Page | null, key: string, from: Point, now: Date): Answer | null {
    const answer = page?.answers.get(key)
    if (!answer || now.getTime() - answer.at > CACHE_MS) return null
    return metresBetween(answer.point, from) <= MOVED_METRES ? answer : null
  }
}

function startsOf(
  { request, drivers }: Scene,
  driverIds: readonly DriverId[],
  standIds: readonly StandId[],
): { key: string; point: Point }[] {
  const facts = new Map(drivers.map((driver) => [driver.driverId, driver]))
  const stands = new Map(request.stands.map((stand) => [stand.standId, stand.point]))
  const ofDrivers = driverIds.map((id) => ({ key: driverKey(id), point: startOf(facts.get(id)) }))
  const ofStands = standIds.map((id) => ({ key: standKey(id), point: stands.get(id) ?? null }))
  return [...ofDrivers, ...ofStands].flatMap(({ key, point }) => (point ? [{ key, point }] : []))
}

/** A driver about to end a trip is measured from its end. */
function startOf(driver: DriverFacts | undefined): Point | null {
  return (driver?.isBusy ? driver.finishing?.destination : null) ?? driver?.point ?? null
}

const driverKey = (driverId: DriverId) => `driver ${driverId}`
const standKey = (standId: StandId) => `stand ${standId}`
