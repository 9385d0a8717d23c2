import { POSITIONS_CHANNEL } from '@dispecerat/contract/api/realtime'
import type { DriverPosition } from '@dispecerat/contract/fleet/live-map'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { z } from 'zod'
import type { Scope } from '../../platform/db/actor.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { Member } from '../drivers/members.store.ts'
import type { Roster } from '../drivers/roster.ts'
import type { PositionRegistry } from './position-registry.ts'

type Shown = z.infer<typeof DriverPosition>

/** Six decimals are about ten centimetres; more is noise. */
const DECIMALS = 1e6
/** Shown for a driver without a car. */
export const NO_CAR = 'XXX'

/** The cars of some companies that are on duty and reachable, in the form that a map draws. */
export function shownDrivers(
  roster: Roster,
  positions: PositionRegistry,
  companies: Scope['companies'],
  now: Date,
): Shown[] {
  const shown: Shown[] = []
  for (const member of roster.membersOf(companies)) {
    const position = roster.isOnline(member, now) ? shownDriver(member, positions, now) : null
    if (position) shown.push(position)
  }
  return shown
}

function shownDriver(member: Member, positions: PositionRegistry, now: Date): Shown | null {
  const place = positions.of(member.driverId)
  const point = positions.pointOf(member.driverId)
  if (!place || !point) return null
  return {
    userId: member.driverId,
    indicativ: member.indicativ ?? NO_CAR,
    lat: Math.round(point.lat * DECIMALS) / DECIMALS,
    long: Math.round(point.long * DECIMALS) / DECIMALS,
    heading: place.heading,
    is_busy: member.isBusy,
    is_paused: member.isPaused,
    ban_until: member.bannedUntil && member.bannedUntil > now ? toWireTime(member.bannedUntil) : null,
    age_s: Math.max(0, Math.round((now.getTime() - place.at.getTime()) / 1000)),
    ...(place.judged.implausible ? { is_implausible: true as const } : {}),
    ...(member.isSimulated ? { is_simulated: true as const } : {}),
  }
}

/** Sends one frame per second and company with the cars that changed or disappeared. */
export class PositionFrames {
  readonly #roster: Roster
  readonly #positions: PositionRegistry
  readonly #realtime: Realtime
  /** Company → driver → the version last sent. */
  readonly #sent = new Map<number, Map<number, number>>()

  constructor(roster: Roster, positions: PositionRegistry, realtime: Realtime) {
    this.#roster = roster
    this.#positions = positions
    this.#realtime = realtime
  }

  /** A new subscriber reads all positions once; afterwards the differences are enough. */
  send(now: Date): void {
    const hasSubscribers = this.#realtime.hasSubscribers(POSITIONS_CHANNEL)
    for (const companyId of this.#roster.companies) {
      const { positions, gone } = this.#differences(companyId, now)
      if (!hasSubscribers || (positions.length === 0 && gone.length === 0)) continue
      this.#realtime.publish({
        event: POSITIONS_CHANNEL,
        channel: POSITIONS_CHANNEL,
        toCompanies: [companyId],
        data: { positions, gone },
      })
    }
  }

  #differences(companyId: CompanyId, now: Date): { positions: Shown[]; gone: number[] } {
    const before = this.#sent.get(companyId) ?? new Map<number, number>()
    const versions = new Map<number, number>()
    const positions: Shown[] = []
    for (const member of this.#roster.membersOf([companyId])) {
      const version = this.#positions.of(member.driverId)?.version
      if (version === undefined || !this.#roster.isOnline(member, now)) continue
      versions.set(member.driverId, version)
      const position = before.get(member.driverId) === version ? null : shownDriver(member, this.#positions, now)
      if (position) positions.push(position)
    }
    this.#sent.set(companyId, versions)
    return { positions, gone: [...before.keys()].filter((driverId) => !versions.has(driverId)) }
  }
}
