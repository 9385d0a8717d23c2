import { fromWireTime } from '@dispecerat/domain/wire-time'
import type { StoredEvent } from '../db/event-log.ts'
import type { NodeBus } from '../realtime/node-bus.ts'
import type { Realtime } from '../realtime/realtime.ts'
import type { Server } from '../server.ts'
import { driverFreed } from './driver-status.store.ts'
import { asFleet, type Fleet } from './fleet.ts'
import { loadMembers, loadZones } from './members.store.ts'
import { PositionBook, type PositionReport } from './position-book.ts'
import { PositionBus } from './position-bus.ts'
import { PositionFrames } from './position-frames.ts'
import { PositionWriter, WRITE_EVERY_MS } from './position-writer.ts'
import { loadPositions } from './positions.store.ts'
import { Roster } from './roster.ts'

/** Besides the events: heals what a node may have missed, and lets windows and papers of new drivers in. */
const READ_ALL_EVERY_MS = 30_000
const FRAMES_EVERY_MS = 1_000

export interface RunningFleet extends Fleet {
  /** Reads drivers, zones and last positions; after this the searches may ask. */
  start(): Promise<void>
  /** Writes what waits. */
  stop(): Promise<void>
  /** Reads the named drivers, or all, again. */
  refresh(driverIds: readonly number[] | 'every'): Promise<void>
}

/** The memory of this node about all drivers, fed by phones, by the event log and by the other nodes. */
export function createFleet(server: Server, realtime: Realtime, bus: NodeBus): RunningFleet {
  const { db, clock, log } = server
  const book = new PositionBook()
  const roster = new Roster(book)
  const writer = new PositionWriter(db, log)
  const frames = new PositionFrames(roster, book, realtime)
  const nodes = new PositionBus(bus, ({ driverId, companyId, ...seen }) => void book.put(driverId, companyId, seen))
  const timers: NodeJS.Timeout[] = []

  const report = (driverId: number, sent: PositionReport): boolean => {
    const member = roster.member(driverId)
    if (!member?.onShift) return false
    const place = book.report(member.driverId, member.companyId, sent, clock.now())
    if (!place) return false
    const { at, heading, speed, zoneId } = place
    const seen = { driverId: member.driverId, lat: sent.lat, long: sent.long, at, heading, speed }
    writer.add({ ...seen, zoneId }, member.activeOrders[0]?.orderId ?? null)
    nodes.tell({ ...seen, companyId: member.companyId })
    return true
  }

  let reading: Promise<void> = Promise.resolve()
  /** One reading after the other: an older answer never overwrites a newer one. */
  const refresh = (driverIds: readonly number[] | 'every'): Promise<void> => {
    const next = reading.then(async () => roster.put(await loadMembers(db, driverIds, clock.now()), driverIds))
    reading = next.catch((error: unknown) => log.warn({ reason: String(error) }, 'drivers could not be read'))
    return next
  }
  const readZones = async () => book.setZones(await loadZones(db), (id) => roster.member(id)?.companyId ?? null)

  server.trade.hear('order.driver_released', (tx, { driverId, orderId, now }) =>
    driverFreed(tx, driverId, orderId, now),
  )
  realtime.hearLog((events) => {
    const changed = driversIn(events, roster)
    if (changed.length > 0) refresh(changed).catch(() => undefined)
    if (events.some(({ event }) => event === 'polygons_changed')) readZones().catch(() => undefined)
  })
  realtime.onPresence((userId, isConnected) => roster.setConnected(userId, isConnected))
  realtime.onFrame('position', ({ userId }, { recorded_at, ...sent }) => {
    report(userId, { ...sent, recordedAt: recorded_at ? fromWireTime(recorded_at) : null })
  })

  return {
    ...asFleet(roster, book, clock, report),
    refresh,
    start: async () => {
      await readZones()
      await refresh('every')
      for (const { driverId, companyId, ...seen } of await loadPositions(db)) book.put(driverId, companyId, seen)
      timers.push(setInterval(() => void writer.flush(), WRITE_EVERY_MS))
      timers.push(setInterval(() => frames.send(clock.now()), FRAMES_EVERY_MS))
      timers.push(setInterval(() => refresh('every').catch(() => undefined), READ_ALL_EVERY_MS))
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      nodes.stop()
      await reading
      await writer.flush()
    },
  }
}

/** The drivers these events say something new about. */
function driversIn(events: readonly StoredEvent[], roster: Roster): number[] {
  const changed = new Set<number>()
  for (const { event, data } of events) {
    if (event === 'driver_status_changed') changed.add(Number(data.driver_id))
    if (event !== 'order_updated') continue
    const driverId = roster.driverOfOrder(Number(data.order_id))
    if (driverId !== undefined) changed.add(driverId)
  }
  return [...changed]
}
