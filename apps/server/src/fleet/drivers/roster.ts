import type { DriverFacts, FinishingTrip } from '@dispecerat/domain/dispatch/search/walk'
import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import type { Scope } from '../../platform/db/actor.ts'
import type { PositionRegistry } from '../positions/position-registry.ts'
import type { StandRegistry } from '../stands/stand-registry.ts'
import type { ActiveOrder, Member } from './members.store.ts'

/** A driver on duty is online with a socket, or with a position not older than this. */
export const SEEN_MS = 60_000

/** The drivers of every company as last read, with their connections, and the times of changes. */
export class Roster {
  readonly #members = new Map<DriverId, Member>()
  readonly #byCompany = new Map<CompanyId, Set<DriverId>>()
  readonly #byActiveOrder = new Map<OrderId, DriverId>()
  readonly #connected = new Set<number>()
  readonly #positions: PositionRegistry
  readonly #stands: StandRegistry

  constructor(positions: PositionRegistry, stands: StandRegistry) {
    this.#positions = positions
    this.#stands = stands
  }

  /** Replaces the data of `driverIds`; those that are missing from `members` are removed. */
  put(members: readonly Member[], driverIds: readonly DriverId[] | 'every'): void {
    for (const driverId of driverIds === 'every' ? [...this.#members.keys()] : driverIds) this.#forget(driverId)
    for (const member of members) {
      this.#members.set(member.driverId, member)
      const company = this.#byCompany.get(member.companyId)
      if (company) company.add(member.driverId)
      else this.#byCompany.set(member.companyId, new Set([member.driverId]))
      for (const { orderId } of member.activeOrders) this.#byActiveOrder.set(orderId, member.driverId)
      this.#positions.touch(member.driverId)
    }
  }

  setConnected(driverId: DriverId, isConnected: boolean): void {
    if (isConnected) this.#connected.add(driverId)
    else this.#connected.delete(driverId)
    this.#positions.touch(driverId)
  }

  member(driverId: DriverId): Member | undefined {
    return this.#members.get(driverId)
  }

  driverOfOrder(orderId: OrderId): DriverId | undefined {
    return this.#byActiveOrder.get(orderId)
  }

  get companies(): Iterable<CompanyId> {
    return this.#byCompany.keys()
  }

  *membersOf(companies: Scope['companies']): Generator<Member> {
    if (companies === 'every') return yield* this.#members.values()
    for (const companyId of new Set(companies)) {
      for (const driverId of this.#byCompany.get(companyId) ?? []) {
        const member = this.#members.get(driverId)
        if (member) yield member
      }
    }
  }

  isOnline({ driverId, onShift }: Member, now: Date): boolean {
    if (!onShift) return false
    if (this.#connected.has(driverId)) return true
    const at = this.#positions.of(driverId)?.at
    return at !== undefined && now.getTime() - at.getTime() <= SEEN_MS
  }

  /** Every driver of the companies as the search sees them; zones are those of `zonesOf`. */
  factsOf(companyIds: readonly CompanyId[], zonesOf: CompanyId, now: Date): DriverFacts[] {
    const { date: today } = wallTime(now)
    const facts: DriverFacts[] = []
    for (const member of this.membersOf(companyIds)) facts.push(this.#factsOf(member, zonesOf, now, today))
    return facts
  }

  factsOfDriver(driverId: DriverId, zonesOf: CompanyId, now: Date): DriverFacts | null {
    const member = this.#members.get(driverId)
    return member ? this.#factsOf(member, zonesOf, now, wallTime(now).date) : null
  }

  #factsOf(member: Member, zonesOf: CompanyId, now: Date, today: string): DriverFacts {
    const { driverId, companyId } = member
    const place = this.#positions.of(driverId)
    const point = this.#positions.pointOf(driverId)
    const stand = this.#stands.placeOf(driverId)
    const [active] = member.activeOrders
    const isFinishing = member.isBusy && member.activeOrders.length === 1 && active?.isStarted === true
    const ownZone = companyId === zonesOf
    return {
      driverId,
      companyId,
      isActive: member.isActive,
      isBarredSimulation: member.isBarredSimulation,
      onShift: member.onShift,
      isOnline: this.isOnline(member, now),
      point,
      positionAt: place?.at ?? null,
      isPositionImplausible: place?.judged.implausible != null,
      zoneId: ownZone ? (place?.zoneId ?? null) : point && this.#positions.zoneAt(zonesOf, point),
      standId: stand?.standId ?? null,
      standSince: stand?.arrivedAt ?? null,
      bannedUntil: member.bannedUntil,
      isPaused: member.isPaused,
      isBusy: member.isBusy,
      finishing: isFinishing && active ? this.#endOf(active, zonesOf) : null,
      idleFrom: member.idleFrom,
      highPriority: hasPriority(member, now),
      serviceIds: member.serviceIds,
      carOptions: member.carId === null ? null : member.carOptions,
      documentsExpired: member.needsDocuments && (member.documentsUntil === null || member.documentsUntil < today),
      balanceTooLow: member.balanceTooLow,
      holdsOfferOf: null,
    }
  }

  #endOf({ destination }: ActiveOrder, zonesOf: CompanyId): FinishingTrip {
    return { destination, zoneId: destination && this.#positions.zoneAt(zonesOf, destination) }
  }

  #forget(driverId: DriverId): void {
    const known = this.#members.get(driverId)
    if (!known) return
    this.#members.delete(driverId)
    this.#byCompany.get(known.companyId)?.delete(driverId)
    for (const { orderId } of known.activeOrders) this.#byActiveOrder.delete(orderId)
  }
}

/** True when `now` is in [from, to) of any window. */
export function hasPriority({ windows }: Pick<Member, 'windows'>, now: Date): boolean {
  return windows.some(({ from, to }) => from <= now && now < to)
}
