import type { PositionReport as SentPosition } from '@dispecerat/contract/dispatch/driver'
import { fromWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { z } from 'zod'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { Availability } from '../drivers/availability.ts'
import type { Roster } from '../drivers/roster.ts'
import type { Fleet } from '../fleet.ts'
import type { StandKeeper } from '../stands/stand-keeper.ts'
import type { StandRegistry } from '../stands/stand-registry.ts'
import type { PositionBus } from './position-bus.ts'
import type { PositionRegistry, PositionReport } from './position-registry.ts'
import type { PositionWriter } from './position-writer.ts'

interface Receivers {
  roster: Roster
  positions: PositionRegistry
  queues: StandKeeper
  writer: PositionWriter
  nodes: PositionBus
  stands: StandRegistry
  availability: Availability
}

/** Takes the position of a driver on duty: into memory and the stand queues, to the database, and to the other nodes. */
export function positionReporter(
  { roster, positions, queues, writer, nodes, stands, availability }: Receivers,
  clock: Clock,
) {
  const report: Fleet['report'] = (driverId, sent) => {
    const member = roster.member(driverId)
    if (!member?.onShift) return false
    const isFast = member.isSimulated
    const place = positions.report(member.driverId, member.companyId, { ...sent, isFast }, clock.now())
    if (!place) return false
    const { at, heading, speed, zoneId, judged } = place
    queues.moved(member.driverId, member.companyId, sent, at)
    const seen = { driverId: member.driverId, lat: sent.lat, long: sent.long, at, heading, speed }
    if (!member.isBusy && !member.isPaused) {
      const standId = stands.placeOf(driverId)?.standId ?? null
      availability.moved(member.driverId, { point: { lat: sent.lat, long: sent.long }, zoneId, standId })
    }
    writer.add({ ...seen, zoneId, judged }, member.activeOrders[0]?.orderId ?? null)
    nodes.publish({ ...seen, accuracy: sent.accuracy ?? null, judged, companyId: member.companyId })
    return true
  }
  return report
}

/** Phones send most positions as frames of their websocket, the others as requests (`positions.routes.ts`). */
export function onPositionFrames(realtime: Realtime, report: Fleet['report']): void {
  realtime.onFrame('position', ({ userId }, sent) => void report(userId, reportOf(sent)))
}

/** A position that a phone sent, by socket or by request. */
export function reportOf({ recorded_at, is_mock, ...sent }: z.output<typeof SentPosition>): PositionReport {
  return { ...sent, isMock: is_mock ?? false, recordedAt: recorded_at ? fromWireTime(recorded_at) : null }
}
