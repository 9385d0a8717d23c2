import { STAND_QUEUES_CHANNEL } from '@dispecerat/contract/api/realtime'
import { mayStand } from '@dispecerat/domain/fleet/stand'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { endReservations } from '../drivers/driver-status.store.ts'
import { type Roster, SEEN_MS } from '../drivers/roster.ts'
import type { PositionRegistry } from '../positions/position-registry.ts'
import { deleteLeft, deleteSilent, loadQueued, loadStands, saveArrivals } from './stand-queue.store.ts'
import type { QueueChange, StandRegistry } from './stand-registry.ts'

/** After a start phones need this long to reconnect before their silence means anything. */
const GRACE_MS = SEEN_MS
/** A driver whose phone reports to another node is not checked again before this. */
const DOUBT_EVERY_MS = 30_000
/** However many drivers move up within this delay, the maps are notified once. */
const PUBLISH_DELAY_MS = 50
/** Many searches read the queues in the same instant; elapsed time is applied once for all of them. */
const MIN_STEP_MS = 100

interface Parts {
  server: Server
  realtime: Realtime
  roster: Roster
  positions: PositionRegistry
  stands: StandRegistry
}

/** Keeps the stand queues of this node consistent with positions, the clock, the drivers' state, and the table. */
export class StandKeeper {
  readonly #parts: Parts
  readonly #trustedUntil = new Map<DriverId, number>()
  /** Reserved places that were taken again, by the instant until which they were reserved. */
  readonly #taken = new Map<DriverId, number>()
  /** Such reservations that are still in the table, by the instant until which they last. */
  readonly #reservationsToEnd = new Map<DriverId, number>()
  #trustAllUntil = 0
  #passedAt = 0
  #toRead: Set<DriverId> | 'every' = new Set()
  #working: Promise<void> = Promise.resolve()
  #reading: Promise<void> = Promise.resolve()
  #publishing: NodeJS.Timeout | null = null
  #isFailing = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Reads the stands and the stored queues; drivers and positions are loaded already. */
  async start(): Promise<void> {
    this.#trustAllUntil = this.#parts.server.clock.now().getTime() + GRACE_MS
    await this.readStands()
  }

  /** Reloads the stands; drivers parked at a new one join its queue. Serialised, so that an older result never replaces a newer one. */
  readStands(): Promise<void> {
    const next = this.#reading.then(() => this.#readStands())
    this.#reading = next.catch(() => undefined)
    return next
  }

  async #readStands(): Promise<void> {
    const { server, stands, roster } = this.#parts
    stands.setStands(await loadStands(server.db))
    this.#toRead = 'every'
    await this.tick()
    this.review([...roster.membersOf('every')].map(({ driverId }) => driverId))
  }

  /** A new position; for a car away from all stands this costs almost nothing. */
  moved(driverId: DriverId, companyId: CompanyId, point: Point, at: Date): void {
    const { stands, positions } = this.#parts
    // An implausible position neither joins nor leaves a queue.
    if (positions.of(driverId)?.judged.implausible || !stands.concerns(driverId, companyId, point)) return
    if (this.#checkMayStand(driverId)) this.#seen(driverId, companyId, point, at)
    this.#publishSoon()
  }

  /** The state of these drivers changed: free again, paused, off duty, or at another company. */
  review(driverIds: Iterable<DriverId>): void {
    const { stands, roster, positions, server } = this.#parts
    const now = server.clock.now()
    for (const driverId of driverIds) {
      const point = positions.pointOf(driverId)
      const companyId = roster.member(driverId)?.companyId
      if (companyId === undefined || point === null) this.#checkMayStand(driverId)
      else if (stands.concerns(driverId, companyId, point) && this.#checkMayStand(driverId)) {
        if (this.#isFresh(driverId, now)) this.#seen(driverId, companyId, point, now)
      }
    }
    this.#publishSoon()
  }

  /** The table may have newer data about these drivers: some are read at once, all with the next tick. */
  doubt(driverIds: Iterable<DriverId> | 'every'): void {
    const { stands } = this.#parts
    if (driverIds === 'every') this.#toRead = 'every'
    if (this.#toRead === 'every' || driverIds === 'every') return
    const waiting = [...driverIds].filter((driverId) => stands.placeOf(driverId))
    for (const driverId of waiting) this.#toRead.add(driverId)
    if (waiting.length > 0) void this.tick()
  }

  /** Applies elapsed time to drivers near a stand. Called before a queue is read. */
  letTimePass(): void {
    const { stands, server } = this.#parts
    const now = server.clock.now()
    if (Math.abs(now.getTime() - this.#passedAt) < MIN_STEP_MS) return
    this.#passedAt = now.getTime()
    for (const driverId of stands.tracked) if (this.#checkMayStand(driverId)) stands.timePassed(driverId, now)
    this.#publishSoon()
  }

  /** Applies elapsed time, writes changes and reads what may be outdated; one tick after the other. */
  tick(): Promise<void> {
    this.letTimePass()
    this.#working = this.#working.then(() => this.#writeAndRead())
    return this.#working
  }

  /** The clock was stepped: grace periods keep their length. The moved queues are read again. */
  clockStepped(seconds: number): void {
    const ms = seconds * 1000
    this.#trustAllUntil += ms
    for (const [driverId, until] of this.#trustedUntil) this.#trustedUntil.set(driverId, until + ms)
    for (const reserved of [this.#taken, this.#reservationsToEnd])
      for (const [driverId, until] of reserved) reserved.set(driverId, until + ms)
    this.#toRead = 'every'
  }

  async stop(): Promise<void> {
    if (this.#publishing) clearTimeout(this.#publishing)
    this.#publishing = null
    await this.tick()
  }

  #seen(driverId: DriverId, companyId: CompanyId, point: Point, at: Date): void {
    const { stands, roster } = this.#parts
    const reserved = roster.member(driverId)?.reservedStand ?? null
    const until = reserved?.until.getTime() ?? 0
    const isUsable = at.getTime() <= until && this.#taken.get(driverId) !== until
    stands.seen(driverId, { companyId, point, reserved: isUsable ? reserved : null }, at)
    // A driver who took the place and leaves the stand again comes back as anybody else.
    if (!isUsable || stands.placeOf(driverId)?.standId !== reserved?.standId) return
    this.#taken.set(driverId, until)
    this.#reservationsToEnd.set(driverId, until)
  }

  /** False for a position from before the start, or one that another node knows better. */
  #isFresh(driverId: DriverId, now: Date): boolean {
    const place = this.#parts.positions.of(driverId)
    return place !== undefined && !place.judged.implausible && now.getTime() - place.at.getTime() <= SEEN_MS
  }

  /** Removes the driver from the stand when they may not be there. */
  #checkMayStand(driverId: DriverId): boolean {
    const { stands, roster, server } = this.#parts
    const now = server.clock.now()
    const member = roster.member(driverId)
    if (!member || !mayStand({ ...member, isOnline: true }, now)) {
      stands.leave(driverId)
      return false
    }
    if (roster.isOnline(member, now)) {
      this.#trustedUntil.delete(driverId)
      return true
    }
    const trustedUntil = this.#trustedUntil.get(driverId) ?? this.#trustAllUntil
    if (now.getTime() < trustedUntil) return true
    stands.leave(driverId, 'silent')
    return false
  }

  async #writeAndRead(): Promise<void> {
    const { stands, server } = this.#parts
    const changes = stands.takeUnwritten()
    const reservations = new Map(this.#reservationsToEnd)
    this.#reservationsToEnd.clear()
    try {
      await this.#write(changes, reservations)
      this.#isFailing = false
    } catch (error) {
      stands.giveBack(changes)
      // A later reservation has replaced an earlier one in the table.
      for (const [driverId, until] of reservations)
        if (!this.#reservationsToEnd.has(driverId)) this.#reservationsToEnd.set(driverId, until)
      this.#toRead = 'every'
      const reason = kindOfError(error)
      if (!this.#isFailing) server.log.warn({ reason }, 'stand queues cannot be kept; they wait')
      this.#isFailing = true
    }
  }

  async #write(
    changes: ReadonlyMap<DriverId, QueueChange>,
    reservations: ReadonlyMap<DriverId, number>,
  ): Promise<void> {
    const { stands, server } = this.#parts
    const { db } = server
    const { arrived, gone, silent } = sorted(changes)
    await deleteLeft(db, gone)
    const seenBefore = new Date(server.clock.now().getTime() - SEEN_MS)
    await deleteSilent(db, silent, seenBefore)
    await saveArrivals(db, arrived)
    await this.#endReservations(reservations)
    const driverIds = this.#takeDoubts([...arrived.map(({ driverId }) => driverId), ...silent])
    if (driverIds !== 'every' && driverIds.length === 0) return
    const rows = await loadQueued(db, driverIds)
    const now = server.clock.now()
    stands.adopt(rows, driverIds === 'every' ? stands.tracked : driverIds, now)
    for (const { driverId } of rows) {
      if (silent.includes(driverId)) this.#trustedUntil.set(driverId, now.getTime() + DOUBT_EVERY_MS)
    }
    this.#publishSoon()
  }

  async #endReservations(reservations: ReadonlyMap<DriverId, number>): Promise<void> {
    if (reservations.size === 0) return
    const { server } = this.#parts
    const ended = [...reservations].map(([driverId, until]) => ({ driverId, until }))
    await write(server, SYSTEM, (tx) => endReservations(tx, ended, server.clock.now()))
  }

  #takeDoubts(besides: readonly DriverId[]): DriverId[] | 'every' {
    const doubts = this.#toRead
    this.#toRead = new Set()
    return doubts === 'every' ? 'every' : [...new Set([...doubts, ...besides])]
  }

  #publishSoon(): void {
    if (!this.#parts.stands.isChanged) return
    this.#publishing ??= setTimeout(() => {
      this.#publishing = null
      this.#publish()
    }, PUBLISH_DELAY_MS)
  }

  #publish(): void {
    const { stands, realtime } = this.#parts
    const changed = stands.takeChanged()
    if (!realtime.hasSubscribers(STAND_QUEUES_CHANNEL)) return
    for (const standId of changed) {
      const companyId = stands.companyOf(standId)
      if (companyId === undefined) continue
      realtime.publish({
        event: 'stand_queue_changed',
        channel: STAND_QUEUES_CHANNEL,
        toCompanies: [companyId],
        data: { stand_id: standId, queue_length: stands.lengthOf(standId) },
      })
    }
  }
}

function sorted(changes: ReadonlyMap<DriverId, QueueChange>) {
  const arrived: { driverId: DriverId; standId: QueueChange['standId']; arrivedAt: Date }[] = []
  const gone: { driverId: DriverId; standId: QueueChange['standId'] }[] = []
  const silent: DriverId[] = []
  for (const [driverId, change] of changes) {
    if (change.type === 'arrived') arrived.push({ driverId, standId: change.standId, arrivedAt: change.arrivedAt })
    else if (change.because === 'silent') silent.push(driverId)
    else gone.push({ driverId, standId: change.standId })
  }
  return { arrived, gone, silent }
}
