import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import type { ReportLink, readDriverReport } from '@dispecerat/contract/office/driver-reports'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { fairnessOfDriver } from '../reports/reports.public.ts'
import type { LinkRow, ReportToken } from './driver-reports.store.ts'

type Report = Omit<ReplyOf<typeof readDriverReport>['data'], 'token'>

const MAX_TRIPS = 5000

export function linkView(link: LinkRow): ReportLink {
  return {
    id: link.id,
    driver: { id: link.driverId, name: link.driverName },
    from: toWireTime(link.from),
    to: toWireTime(link.to),
    made_at: toWireTime(link.madeAt),
    made_by: link.madeBy === null ? null : { id: link.madeBy, name: link.makerName },
    expires_at: toWireTime(link.expiresAt),
  }
}

/** Finished trips of the period, oldest first, of the link's companies; without any passenger. */
export async function driverReportView(
  db: Db,
  { driverId, companyIds, from, to }: Omit<ReportToken, 'tokenHash'>,
  now: Date,
): Promise<Report> {
  // A period that ends at midnight does not include the day that begins there.
  const days = { companyIds, from: bucharestDay(from), to: bucharestDay(new Date(to.getTime() - 1)) }
  const { rows: drivers } = await sql<Report['driver']>`
    select u.name, (
      select c.indicativ from driver_cars dc join cars c on c.id = dc.car_id
      where dc.driver_id = u.id order by dc.is_default desc, c.id limit 1
    ) as indicativ
    from users u where u.id = ${driverId}
  `.execute(db)
  const { rows } = await sql<{
    id: number
    departure_time: Date
    pickup: string | null
    destinations: string[]
    cost_bani: number | null
    fare_doubted: boolean
    payment_type: string
    trip_started_at: Date | null
    trip_finished_at: Date | null
  }>`
    select o.id, o.departure_time, o.address as pickup, case when o.fare_doubt is null then o.cost_bani end as cost_bani,
      o.fare_doubt is not null as fare_doubted, o.payment_type, o.trip_started_at, o.trip_finished_at,
      coalesce((
        select array_agg(p.name order by p.position) from order_places p where p.order_id = o.id and p.position > 0
      ), '{}') as destinations
    from orders o
    where o.driver_id = ${driverId} and o.state = 'finished' and o.deleted_at is null and not o.is_test
      and coalesce(o.processed_by_company_id, o.created_by_company_id) = any(${[...companyIds]}::bigint[])
      and o.trip_finished_at >= ${from} and o.trip_finished_at < ${to}
    order by o.trip_finished_at, o.id limit ${MAX_TRIPS}
  `.execute(db)
  return {
    driver: drivers[0] ?? { name: null, indicativ: null },
    from: toWireTime(from),
    to: toWireTime(to),
    fairness: await fairnessOfDriver(db, driverId, days, now),
    trips: rows.map((row) => ({
      id: row.id,
      date: toWireTime(row.departure_time),
      pickup: row.pickup,
      destinations: row.destinations,
      cost: row.cost_bani === null ? null : row.cost_bani / 100,
      fare_doubted: row.fare_doubted,
      payment_type: row.payment_type,
      started: row.trip_started_at ? toWireTime(row.trip_started_at) : null,
      finished: row.trip_finished_at ? toWireTime(row.trip_finished_at) : null,
    })),
  }
}
