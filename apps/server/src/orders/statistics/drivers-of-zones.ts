import type { readDriversInfo, readZoneStatistics } from '@dispecerat/contract/geography/zones'
import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import { STALE_POSITION_MS } from '@dispecerat/domain/dispatch/search/eligibility'
import type { DriverFacts } from '@dispecerat/domain/dispatch/search/walk'
import type { CompanyId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Fleet } from '../../fleet/fleet.public.ts'
import { companyOfZone, zoneNames } from '../../geography/zones/zones.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'

/** All zones of the actor's companies, empty ones included. */
export async function zoneStatistics(db: Db, fleet: Fleet, scope: Scope): Promise<ReplyOf<typeof readZoneStatistics>> {
  const zones = await zoneNames(db, scope)
  const drivers = fleet.driversByZone(scope.companies)
  return zones.map(({ id, companyId, name }) => {
    const { busy, free } = drivers.get(id) ?? { busy: 0, free: 0 }
    return { polygonId: id, company_id: companyId, name, busyDrivers: busy, freeDrivers: free }
  })
}

/** Free drivers of one zone, the longest waiting first; throws `zone.unknown` for another company's zone. */
export async function freeDriversOfZone(
  db: Db,
  fleet: Fleet,
  scope: Scope,
  zoneId: ZoneId,
  now: Date,
): Promise<ReplyOf<typeof readDriversInfo>> {
  const companyId = await companyOfZone(db, scope, zoneId)
  return shownFree(
    fleet,
    fleet.factsOf([companyId], companyId).filter((driver) => driver.zoneId === zoneId),
    now,
  )
}

/** Free drivers of the actor's companies who are in no zone of their own company. */
export function freeDriversOutside(
  fleet: Fleet,
  companies: readonly CompanyId[],
  now: Date,
): ReplyOf<typeof readDriversInfo> {
  const outside = companies.flatMap((companyId) =>
    fleet.factsOf([companyId], companyId).filter(({ zoneId }) => zoneId === null),
  )
  return shownFree(fleet, outside, now)
}

function shownFree(fleet: Fleet, drivers: DriverFacts[], now: Date): ReplyOf<typeof readDriversInfo> {
  return drivers
    .filter((driver) => isFree(driver, now))
    .sort((a, b) => idleSince(a) - idleSince(b) || a.driverId - b.driverId)
    .flatMap(({ driverId, idleFrom }) => {
      const indicativ = fleet.indicativOf(driverId)
      return indicativ === null ? [] : [{ driver_id: driverId, indicativ, idle_from: idleFrom && toWireTime(idleFrom) }]
    })
}

/** The same condition as in the zone's count. */
function isFree(driver: DriverFacts, now: Date): boolean {
  const { isOnline, isBusy, isPaused, bannedUntil, positionAt, isPositionImplausible } = driver
  if (isPositionImplausible || !isOnline || isBusy || isPaused || (bannedUntil !== null && bannedUntil > now))
    return false
  return positionAt !== null && now.getTime() - positionAt.getTime() <= STALE_POSITION_MS
}

function idleSince({ idleFrom }: DriverFacts): number {
  return idleFrom?.getTime() ?? Number.MAX_SAFE_INTEGER
}
