import type { DriverOrder, OfferView } from '@dispecerat/contract/dispatch/driver'
import type { DriverFacts, FinishingTrip, Offer } from '@dispecerat/domain/dispatch/search/walk'
import { NOWHERE, type StandPresence, seenAt, sentToBack } from '@dispecerat/domain/fleet/stand'
import type { StandIndex } from '@dispecerat/domain/fleet/stand-index'
import type { ZoneIndex } from '@dispecerat/domain/geography/zone-index'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId, OrderId, StandId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { DEFAULT_BEHAVIOUR, type DriverBehaviour } from '@dispecerat/simulation/behaviour'
import { faultOf } from '@dispecerat/simulation/behaviour-mix'
import {
  type Act,
  applyEvent,
  type DriverEvent,
  type DriverModel,
  pass,
  wakeUp,
} from '@dispecerat/simulation/driver-model'
import { type SeededRandom, seededRandom } from '@dispecerat/simulation/seeded-random'
import { TAXI_DRIVERS } from '../../apps/server/src/demo/seed/demo-accounts.ts'

export interface DemoGround {
  companyId: CompanyId
  zones: ZoneIndex
  stands: StandIndex<{ standId: StandId; point: Point; radiusMetres: number }>
}

const DRIVERS = TAXI_DRIVERS.last - TAXI_DRIVERS.first + 1
/** Every second driver waits at a stand between two trips, the others roam. */
const STANDS_EVERY = 2

/** A driver's manner, the same on every day. Percentages of the drivers have a fault. */
function behaviourOf(driverId: DriverId): DriverBehaviour {
  const index = driverId - TAXI_DRIVERS.first
  const random = seededRandom(7).fork(`manner ${driverId}`)
  return {
    ...DEFAULT_BEHAVIOUR,
    acceptSeconds: random.whole(2, 7),
    refusePercent: random.whole(5, 30),
    ignorePercent: random.whole(5, 35),
    fault: faultOf(
      [
        ['deaf', 3],
        ['looks_only', 3],
        ['slow', 10],
      ],
      index,
      DRIVERS,
    ),
  }
}

/** A simulated driver of the demo as the engine sees them; the driver's own decisions are those of `packages/simulation`. */
export class CityDriver implements DriverFacts {
  readonly driverId: DriverId
  readonly companyId: CompanyId
  readonly isActive = true
  readonly isBarredSimulation = false
  readonly isPositionImplausible = false
  readonly isPaused = false
  readonly highPriority = false
  readonly serviceIds = [1]
  readonly carOptions: readonly string[] = []
  readonly documentsExpired = false
  readonly balanceTooLow = false
  readonly bannedUntil = null
  onShift = false
  idleFrom: Date | null = null
  holdsOfferOf: OrderId | null = null
  /** What the phone recorded: instants and positions. */
  readonly track: { at: number; point: Point }[] = []
  readonly #ground: DemoGround
  readonly #random: SeededRandom
  #model: DriverModel
  #presence: StandPresence = NOWHERE
  #now = 0

  constructor(driverId: DriverId, ground: DemoGround, seed: number) {
    this.driverId = driverId
    this.companyId = ground.companyId
    this.#ground = ground
    this.#random = seededRandom(seed).fork(`driver ${driverId}`)
    this.#model = wakeUp(behaviourOf(driverId), this.#random)
    const stands = [...ground.stands.stands]
    const stand = driverId % STANDS_EVERY === 0 ? stands[driverId % stands.length] : undefined
    if (stand) this.tell({ type: 'told_to_stand', at: stand.point })
  }

  get point(): Point {
    return this.#model.at
  }
  get positionAt(): Date {
    return new Date(this.#now)
  }
  get isOnline(): boolean {
    return this.onShift
  }
  get isBusy(): boolean {
    return this.#model.trip !== null
  }
  get finishing(): FinishingTrip | null {
    const { trip, next } = this.#model
    if (trip?.phase !== 'on_trip' || next !== null) return null
    const { destination } = trip
    return { destination, zoneId: destination && this.#ground.zones.zoneAt(destination) }
  }
  get zoneId(): ZoneId | null {
    return this.#ground.zones.zoneAt(this.point)
  }
  get standId(): StandId | null {
    return this.#presence.at?.standId ?? null
  }
  get standSince(): Date | null {
    return this.#presence.at?.arrivedAt ?? null
  }

  beginShift(now: number): void {
    this.onShift = true
    if (!this.isBusy) this.idleFrom = new Date(now)
  }

  endShift(): void {
    this.onShift = false
    this.idleFrom = null
    this.#presence = NOWHERE
  }

  /** Time passes: the car moves. Returns what the driver reports. */
  live(now: number, seconds: number, isRecorded: boolean): Act[] {
    const { model, acts } = pass(this.#model, seconds, this.#random)
    this.#model = model
    this.#now = now
    const { stands } = this.#ground
    const within = this.isBusy || !this.onShift ? null : stands.at(this.point)
    const sight = { point: this.point, within, standOf: (id: StandId) => stands.standOf(id) }
    this.#presence = this.isBusy || !this.onShift ? NOWHERE : seenAt(this.#presence, sight, new Date(now))
    if (isRecorded && this.onShift) this.track.push({ at: now, point: this.point })
    return acts
  }

  tell(event: DriverEvent): Act[] {
    const { model, acts } = applyEvent(this.#model, event, this.#random)
    this.#model = model
    return acts
  }

  hearsOffer(offer: Offer, { orderId, pickup, roundId }: { orderId: OrderId; pickup: Point; roundId: number }): Act[] {
    const order = { id: orderId, places: [{ name: '', ...pickup }] }
    const expires_in_ms = offer.expiresAt.getTime() - offer.notifiedAt.getTime()
    return this.tell({ type: 'offered', offer: { round_id: roundId, order, expires_in_ms } as unknown as OfferView })
  }

  takes(orderId: OrderId, places: readonly Point[]): void {
    this.idleFrom = null
    const order = { id: orderId, trip_state: 'waiting_driver', is_next: false, places, proof_photo_required: false }
    this.tell({ type: 'assigned', order: order as unknown as DriverOrder })
  }

  isFree(now: number): void {
    this.idleFrom = this.onShift ? new Date(now) : null
    this.#presence = sentToBack(this.#presence, new Date(now))
  }
}
