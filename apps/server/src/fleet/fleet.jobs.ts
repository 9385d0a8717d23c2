import type { CompanyId, DriverId, UserId } from '@dispecerat/domain/kernel/ids'
import type { StoredEvent } from '../platform/db/event-log.ts'
import { kindOfError } from '../platform/lifecycle/kind-of-error.ts'
import type { Server } from '../platform/lifecycle/server.ts'
import type { NodeBus } from '../platform/realtime/node-bus.ts'
import type { Realtime } from '../platform/realtime/realtime.ts'
import { Availability } from './drivers/availability.ts'
import { driverFreed, recordStatusChange } from './drivers/driver-status.store.ts'
import { loadMembers, loadZones } from './drivers/members.store.ts'
import { Roster } from './drivers/roster.ts'
import { asFleet, type Fleet } from './fleet.ts'
import { PositionBus } from './positions/position-bus.ts'
import { PositionFrames } from './positions/position-frames.ts'
import { PositionRegistry } from './positions/position-registry.ts'
import { PositionWriter, WRITE_EVERY_MS } from './positions/position-writer.ts'
import { loadPositions, saveZones } from './positions/positions.store.ts'
import { onPositionFrames, positionReporter } from './positions/report-position.ts'
import { StandKeeper } from './stands/stand-keeper.ts'
import { leaveQueue } from './stands/stand-queue.store.ts'
import { StandRegistry } from './stands/stand-registry.ts'

/** In addition to events: repairs what a node may have missed, and applies priority windows and documents of new drivers. */
const READ_ALL_EVERY_MS = 30_000
const FRAMES_EVERY_MS = 1_000
const STANDS_EVERY_MS = 1_000

export interface RunningFleet extends Fleet {
  /** Reads drivers, zones and last positions; afterwards searches may use the fleet. */
  start(): Promise<void>
  /** The clock was stepped by this many seconds. */
  clockStepped(seconds: number): void
  /** Writes what is pending. */
  stop(): Promise<void>
  /** Resolves when the event log has been processed so far. */
  settled(): Promise<void>
  /** Reloads the given drivers, or all. */
  refresh(driverIds: readonly DriverId[] | 'every'): Promise<void>
  /** Reloads the stands after a change on this node. */
  readStands(): Promise<void>
  /** Reloads the zones of the companies and assigns their drivers to them, after a change on this node. */
  readZones(companies: readonly CompanyId[] | 'every'): Promise<void>
}

/** This node's in-memory state of all drivers, fed by phones, by the event log and by the other nodes. */
export function createFleet(
  server: Server,
  realtime: Realtime,
  bus: NodeBus,
  trust: { maxKmh?: number } = {},
): RunningFleet {
  const { db, clock, log } = server
  const { positions, stands, roster, queues } = memoryOf(server, realtime, trust)
  const writer = new PositionWriter(db, log)
  const frames = new PositionFrames(roster, positions, realtime)
  const nodes = new PositionBus(bus, ({ driverId, companyId, ...seen }) => {
    if (positions.put(driverId, companyId, seen)) queues.moved(driverId, companyId, seen, seen.at)
  })
  const timers: NodeJS.Timeout[] = []

  const availability = new Availability()
  const report = positionReporter({ roster, positions, queues, writer, nodes, stands, availability }, clock)

  let reading: Promise<void> = Promise.resolve()
  /** Serialises reads, so that an older result never overwrites a newer one. */
  const refresh = (driverIds: readonly DriverId[] | 'every'): Promise<void> => {
    const next = reading.then(async () => {
      const members = await loadMembers(db, driverIds, clock.now())
      roster.put(members, driverIds)
      queues.review(driverIds === 'every' ? members.map(({ driverId }) => driverId) : driverIds)
      queues.doubt(driverIds)
      if (driverIds !== 'every') availability.changed(driverIds)
    })
    reading = next.catch((error: unknown) => log.warn({ reason: kindOfError(error) }, 'drivers could not be read'))
    return next
  }
  const zones = zoneReader(server, { positions, roster })

  subscribeChanges(server, realtime, { roster, queues, availability, refresh, readZones: zones.read })
  onPositionFrames(realtime, report)

  return {
    ...asFleet({ roster, positions, stands, availability, letTimePass: () => queues.letTimePass() }, clock, report),
    refresh,
    settled: () => Promise.all([reading, zones.settled()]).then(() => undefined),
    readStands: () => queues.readStands(),
    readZones: zones.read,
    start: async () => {
      await zones.read('every')
      await refresh('every')
      for (const { driverId, companyId, ...seen } of await loadPositions(db)) positions.put(driverId, companyId, seen)
      await queues.start()
      timers.push(setInterval(() => void writer.flush(), WRITE_EVERY_MS))
      timers.push(setInterval(() => void queues.tick(), STANDS_EVERY_MS))
      timers.push(setInterval(() => frames.send(clock.now()), FRAMES_EVERY_MS))
      timers.push(setInterval(() => refresh('every').catch(() => undefined), READ_ALL_EVERY_MS))
    },
    clockStepped: (seconds) => {
      for (const memory of [positions, queues, writer]) memory.clockStepped(seconds)
      refresh('every').catch(() => undefined)
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      nodes.stop()
      await Promise.all([reading, zones.settled()])
      await queues.stop()
      await writer.flush()
    },
  }
}

function memoryOf(server: Server, realtime: Realtime, trust: { maxKmh?: number }) {
  const positions = new PositionRegistry(trust)
  const stands = new StandRegistry()
  const roster = new Roster(positions, stands)
  return {
    positions,
    stands,
    roster,
    queues: new StandKeeper({ server, realtime, roster, positions: positions, stands }),
  }
}

/** Reads the zones of some companies or of all, one read after the other. */
function zoneReader({ db, log }: Server, { positions, roster }: { positions: PositionRegistry; roster: Roster }) {
  let reading: Promise<void> = Promise.resolve()
  const read: RunningFleet['readZones'] = (companies) => {
    const next = reading.then(async () => {
      const zones = await loadZones(db, companies)
      await saveZones(
        db,
        positions.setZones(zones, (driverId) => roster.member(driverId)?.companyId ?? null),
      )
    })
    reading = next.catch((error: unknown) => log.warn({ reason: kindOfError(error) }, 'zones could not be read'))
    return next
  }
  return { read, settled: () => reading }
}

interface Audience {
  roster: Roster
  queues: StandKeeper
  availability: Availability
  refresh: RunningFleet['refresh']
  readZones: RunningFleet['readZones']
}

/** Subscribes to changes from other transactions, on this node or another, and to sockets of this node. */
function subscribeChanges(server: Server, realtime: Realtime, audience: Audience): void {
  const { roster, queues, availability, refresh, readZones } = audience
  server.domainEvents.on('order.driver_released', driverFreed)
  server.domainEvents.on('driver.sent_to_back', async (tx, { driverId, now }) => {
    const companyId = await leaveQueue(tx, driverId)
    if (companyId !== null) await recordStatusChange(tx, driverId, companyId, now)
  })
  realtime.onEvents((events) => {
    const changed = driversIn(events, roster)
    if (changed.length > 0) refresh(changed).catch(() => undefined)
    if (events.some(({ event }) => event === 'company_settings_changed')) refresh('every').catch(() => undefined)
    const drawnAnew = events.filter(({ event }) => event === 'polygons_changed')
    const companies = [...new Set(drawnAnew.flatMap(({ toCompanies }) => toCompanies))]
    if (companies.length > 0) readZones(companies).catch(() => undefined)
    if (events.some(({ event }) => event === 'stands_changed')) queues.readStands().catch(() => undefined)
  })
  realtime.onPresence((userId, isConnected) => {
    roster.setConnected(userId, isConnected)
    queues.review([userId])
    if (isConnected) availability.changed([userId])
  })
}

/** The drivers that these events concern. */
function driversIn(events: readonly StoredEvent[], roster: Roster): UserId[] {
  const changed = new Set<UserId>()
  for (const { event, data } of events) {
    if (event === 'driver_status_changed') changed.add(data.driver_id)
    if (event === 'priorities_changed') for (const driverId of data.driver_ids) changed.add(driverId)
    if (event !== 'order_updated') continue
    // An event to the driver names the driver, because the roster may not have read the assignment yet.
    const driverId = 'driver_id' in data ? data.driver_id : roster.driverOfOrder(data.order_id)
    if (driverId !== undefined) changed.add(driverId)
  }
  return [...changed]
}
