import {
  byArrival,
  NOWHERE,
  type StandPresence,
  type StandSight,
  seenAt,
  sentToBack,
  timePassed,
} from '@dispecerat/domain/fleet/stand'
import { StandIndex } from '@dispecerat/domain/fleet/stand-index'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId, StandId } from '@dispecerat/domain/kernel/ids'
import type { CompanyStand, QueuedDriver } from './stand-queue.store.ts'

/** A driver in the queue of a stand. */
export type Waiting = Omit<QueuedDriver, 'standId'>

/** A place in the queue of a stand that a driver may take again. */
export type Reserved = NonNullable<StandSight['reserved']>

/** An unwritten change of a driver: the queue joined, or the stand left. */
export type QueueChange =
  | { type: 'arrived'; standId: StandId; arrivedAt: Date }
  | { type: 'left'; standId: StandId; because: 'gone' | 'silent' }

/** The stand queues in memory; contains only drivers who are at a stand or about to join its queue. */
export class StandRegistry {
  readonly #indexes = new Map<CompanyId, StandIndex<CompanyStand>>()
  readonly #companyOf = new Map<StandId, CompanyId>()
  readonly #presences = new Map<DriverId, StandPresence>()
  readonly #queues = new Map<StandId, Set<DriverId>>()
  readonly #unwritten = new Map<DriverId, QueueChange>()
  readonly #changed = new Set<StandId>()

  /** Drivers at a removed stand leave its queue. Their rows stay, so that undoing the deletion restores the queue. */
  setStands(stands: readonly CompanyStand[]): void {
    const companies = new Map<CompanyId, CompanyStand[]>()
    for (const stand of stands) companies.set(stand.companyId, [...(companies.get(stand.companyId) ?? []), stand])
    this.#indexes.clear()
    this.#companyOf.clear()
    for (const [companyId, own] of companies) this.#indexes.set(companyId, new StandIndex(own))
    for (const { standId, companyId } of stands) this.#companyOf.set(standId, companyId)
    for (const [driverId, { at }] of this.#presences) {
      if (at === null || this.#companyOf.has(at.standId)) continue
      this.leave(driverId)
      this.#unwritten.delete(driverId)
    }
  }

  standsOf(companyId: CompanyId): Iterable<CompanyStand> {
    return this.#indexes.get(companyId)?.stands ?? []
  }

  companyOf(standId: StandId): CompanyId | undefined {
    return this.#companyOf.get(standId)
  }

  /** True when the driver is near a stand, or was. For all others it costs two map look-ups. */
  concerns(driverId: DriverId, companyId: CompanyId, point: Point): boolean {
    return this.#presences.has(driverId) || (this.#indexes.get(companyId)?.at(point) ?? null) !== null
  }

  /** A driver who may wait is at `point`. `reserved`: a place in a queue that the driver may take again. */
  seen(
    driverId: DriverId,
    { companyId, point, reserved }: { companyId: CompanyId; point: Point; reserved: Reserved | null },
    at: Date,
  ): void {
    const index = this.#indexes.get(companyId)
    const sight = { point, within: index?.at(point) ?? null, standOf: (id: StandId) => index?.standOf(id), reserved }
    this.#put(driverId, seenAt(this.#presences.get(driverId) ?? NOWHERE, sight, at))
  }

  timePassed(driverId: DriverId, now: Date): void {
    const presence = this.#presences.get(driverId)
    if (presence) this.#put(driverId, timePassed(presence, now))
  }

  /** The driver may no longer wait, or the phone is silent. */
  leave(driverId: DriverId, because: 'gone' | 'silent' = 'gone'): void {
    this.#put(driverId, NOWHERE, because)
  }

  /** Drivers at a stand, or inside its radius but not yet long enough. */
  get tracked(): DriverId[] {
    return [...this.#presences.keys()]
  }

  placeOf(driverId: DriverId): StandPresence['at'] {
    return this.#presences.get(driverId)?.at ?? null
  }

  lengthOf(standId: StandId): number {
    return this.#queues.get(standId)?.size ?? 0
  }

  /** First come first served. */
  queueOf(standId: StandId): Waiting[] {
    const waiting: Waiting[] = []
    for (const driverId of this.#queues.get(standId) ?? []) {
      const at = this.placeOf(driverId)
      if (at) waiting.push({ driverId, arrivedAt: at.arrivedAt })
    }
    return waiting.sort(byArrival)
  }

  /**
   * Applies the rows just read for `driverIds`: their times win, and drivers without a row were sent to the back. Unwritten changes
   * of this node stay.
   */
  adopt(rows: readonly QueuedDriver[], driverIds: readonly DriverId[], now: Date): void {
    const held = new Map(rows.map((row) => [row.driverId, row]))
    for (const driverId of new Set([...driverIds, ...held.keys()])) {
      if (this.#unwritten.has(driverId)) continue
      const row = held.get(driverId)
      const presence = this.#presences.get(driverId) ?? NOWHERE
      if (row && this.#companyOf.has(row.standId)) {
        const { standId, arrivedAt } = row
        const isSame = presence.at?.standId === standId
        this.#put(driverId, { ...(isSame ? presence : NOWHERE), at: { standId, arrivedAt } })
      } else if (!row && presence.at) this.#put(driverId, sentToBack(presence, now))
      this.#unwritten.delete(driverId)
    }
  }

  /** Returns and clears the unwritten changes. */
  takeUnwritten(): Map<DriverId, QueueChange> {
    const taken = new Map(this.#unwritten)
    this.#unwritten.clear()
    return taken
  }

  /** The write failed: they are pending again, behind later changes. */
  giveBack(changes: ReadonlyMap<DriverId, QueueChange>): void {
    for (const [driverId, change] of changes) {
      if (!this.#unwritten.has(driverId)) this.#unwritten.set(driverId, change)
    }
  }

  get isChanged(): boolean {
    return this.#changed.size > 0
  }

  /** Returns and clears the stands whose queue changed. */
  takeChanged(): StandId[] {
    const changed = [...this.#changed]
    this.#changed.clear()
    return changed
  }

  #put(driverId: DriverId, presence: StandPresence, because: 'gone' | 'silent' = 'gone'): void {
    const before = this.#presences.get(driverId)
    if (presence === before) return
    if (presence.at === null && presence.approach === null) this.#presences.delete(driverId)
    else this.#presences.set(driverId, presence)
    const left = before?.at ?? null
    const { at } = presence
    if (left?.standId === at?.standId && left?.arrivedAt.getTime() === at?.arrivedAt.getTime()) return
    if (left) {
      this.#queues.get(left.standId)?.delete(driverId)
      this.#changed.add(left.standId)
      this.#unwritten.set(driverId, { type: 'left', standId: left.standId, because })
    }
    if (at === null) return
    const queue = this.#queues.get(at.standId)
    if (queue) queue.add(driverId)
    else this.#queues.set(at.standId, new Set([driverId]))
    this.#changed.add(at.standId)
    this.#unwritten.set(driverId, { type: 'arrived', ...at })
  }
}
