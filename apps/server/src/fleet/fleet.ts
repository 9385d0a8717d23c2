import type { Point } from '@dispecerat/domain/geo'
import type { CompanyId, ZoneId } from '@dispecerat/domain/ids'
import type { DriverFacts } from '@dispecerat/domain/search/walk'
import type { Scope } from '../db/caller.ts'

export interface FleetCounts {
  drivers: number
  online: number
  busy: number
  free: number
  priority: number
}

export interface ZoneCounts {
  busy: number
  free: number
}

/** What the other modules ask of the drivers' memory; no call touches the database. */
export interface Fleet {
  counts(companies: Scope['companies']): FleetCounts
  /** Online drivers with a fresh position, by the zone of their company they stand in. */
  driversByZone(companies: Scope['companies']): Map<ZoneId, ZoneCounts>
  /** The smallest zone of the company around the point. */
  zoneAt(companyId: CompanyId, point: Point): ZoneId | null
  /** Every driver of the companies as the search sees him now; zones are those of `zonesOf`. */
  factsOf(companyIds: readonly CompanyId[], zonesOf: CompanyId): DriverFacts[]
}
