import type {
  Replay,
  ReplayBands,
  ReplayFigures,
  ReplayResult,
  ReplayVariant,
} from '@dispecerat/contract/dispatch/replays'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import type { StoredResult } from './stored-result.ts'

const LISTED = 5

interface RunRow {
  id: number
  companyId: CompanyId
  status: Replay['status']
  progress: number
  from: Date
  to: Date
  askedAt: Date
  endedAt: Date | null
  result: StoredResult | null
}

/** Throws `replay.unknown` also for another company's. */
export async function replayView(db: Db, scope: Scope, id: number): Promise<Replay> {
  const [row] = await rowsWhere(db, sql<boolean>`id = ${id} and ${ofCompanies(scope)}`, sql`result`, 1)
  if (!row) throw new DomainError('replay.unknown')
  return viewOf(row, row.result && (await resultView(db, row.companyId, row.result)))
}

/** The newest first, without results. */
export async function lastReplays(db: Db, companyId: CompanyId): Promise<Replay[]> {
  const rows = await rowsWhere(db, sql<boolean>`company_id = ${companyId}`, sql`null::jsonb`, LISTED)
  return rows.map((row) => viewOf(row, null))
}

async function rowsWhere(
  db: Db,
  condition: RawBuilder<boolean>,
  result: RawBuilder<unknown>,
  limit: number,
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select id, company_id as "companyId", status, progress, range_from as "from", range_to as "to",
      asked_at as "askedAt", ended_at as "endedAt", ${result} as result
    from search_replays where ${condition} order by id desc limit ${limit}
  `.execute(db)
  return rows
}

function viewOf(row: RunRow, result: ReplayResult | null): Replay {
  return {
    id: row.id,
    company_id: row.companyId,
    status: row.status,
    progress: row.progress,
    from: toWireTime(row.from),
    to: toWireTime(row.to),
    asked_at: toWireTime(row.askedAt),
    ended_at: row.endedAt && toWireTime(row.endedAt),
    result,
  }
}

interface Named {
  indicativ: string | null
  name: string | null
}

async function resultView(db: Db, companyId: CompanyId, stored: StoredResult): Promise<ReplayResult> {
  const names = await driverNames(db, companyId)
  const who = (driverId: DriverId) => ({
    driver_id: driverId,
    indicativ: names.get(driverId)?.indicativ ?? null,
    name: names.get(driverId)?.name ?? null,
  })
  return {
    learned_from: stored.learnedFrom,
    positions: stored.positions,
    past: figuresView(stored.past),
    saved: variantView(stored.saved),
    changed: variantView(stored.changed),
    differences: bandsView(stored.differences),
    drivers: stored.drivers.map(({ driverId, saved, changed }) => ({ ...who(driverId), saved, changed })),
    bans: stored.bans
      .filter(({ driverId }) => names.has(driverId))
      .map(({ driverId, at, until }) => ({
        ...who(driverId),
        at: toWireTime(new Date(at)),
        until: toWireTime(new Date(until)),
      })),
    spared: stored.spared.map(who),
  }
}

function figuresView(figures: StoredResult['past']): ReplayFigures {
  return {
    orders: figures.orders,
    served: figures.served,
    unserved: figures.unserved,
    called_off: figures.calledOff,
    median_seconds: figures.medianSeconds,
    p90_seconds: figures.p90Seconds,
    median_pickup_metres: figures.medianPickupMetres,
  }
}

function variantView(variant: StoredResult['saved']): ReplayVariant {
  return {
    ...figuresView(variant),
    offers_per_order: variant.orders === 0 ? null : variant.offers / variant.orders,
    bans: variant.bans,
    banned_drivers: variant.bannedDrivers,
    spared_drivers: variant.sparedDrivers,
    bands: bandsView(variant.bands),
  }
}

function bandsView(bands: StoredResult['differences']): ReplayBands | null {
  if (!bands) return null
  return {
    unserved: bands.unserved,
    called_off: bands.calledOff,
    median_seconds: bands.medianSeconds,
    p90_seconds: bands.p90Seconds,
    median_pickup_metres: bands.medianPickupMetres,
    offers_per_order: bands.offersPerOrder,
    bans: bands.bans,
  }
}

/** Only of the company itself: a partner's drivers are not named. */
async function driverNames(db: Db, companyId: CompanyId): Promise<Map<number, Named>> {
  const { rows } = await sql<Named & { driverId: DriverId }>`
    select status.driver_id as "driverId", users.name, cars.indicativ
    from driver_status as status join users on users.id = status.driver_id
    left join driver_cars as own on own.driver_id = status.driver_id and own.is_default
    left join cars on cars.id = own.car_id
    where status.company_id = ${companyId}
  `.execute(db)
  return new Map(rows.map(({ driverId, ...named }) => [driverId, named]))
}
