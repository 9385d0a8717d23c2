import { joinSpans } from '@dispecerat/domain/dispatch/replay/span-finger'
import type { PastDriver, PastShift, Span } from '@dispecerat/domain/dispatch/replay/world'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { LONGEST_AHEAD, type PastRange } from './past-orders.store.ts'

interface Interval {
  from: string
  to: string
}

interface DriverRow
  extends Pick<PastDriver, 'driverId' | 'companyId' | 'serviceIds' | 'documentsExpired' | 'isBarredSimulation'> {
  shifts: (Interval & { carOptions: string[] | null })[]
  priority: Interval[] | null
  bans: Interval[] | null
}

/** Facts of drivers on duty in the range, without trips, pauses and trails. */
export type DriverOnDuty = Omit<PastDriver, 'trips' | 'pauses' | 'trail'>

/** All drivers of the companies who were on duty; cars, services and documents are the current ones. */
export async function driversOnDuty(
  db: Db,
  companyIds: readonly CompanyId[],
  { from, to }: PastRange,
): Promise<DriverOnDuty[]> {
  const { rows } = await sql<DriverRow>`
    select status.driver_id as "driverId", status.company_id as "companyId", status.service_ids as "serviceIds",
      coalesce(settings.require_valid_car_papers and (num_nulls(own.taxi_licence_until, own.itp_until, own.rca_until) > 0
        or least(own.taxi_licence_until, own.itp_until, own.rca_until,
          papers.licence_until, papers.attestation_until) < ${from}::date), false) as "documentsExpired",
      users.is_simulated and not coalesce(settings.simulate_in_production, false) as "isBarredSimulation",
      shifts.spans as shifts,
      (select jsonb_agg(jsonb_build_object('from', windows.time_from, 'to', windows.time_to))
        from users_interval_users as included join users_intervals as windows on windows.id = included.interval_id
        where included.user_id = status.driver_id and windows.deleted_at is null
          and windows.time_from < ${to} and windows.time_to > ${from}) as priority,
      (select jsonb_agg(jsonb_build_object('from', banned_at, 'to', coalesce(ended_at, until)))
        from user_bans where user_id = status.driver_id and by_kind <> 'system'
          and banned_at < ${to} and coalesce(ended_at, until) > ${from}) as bans
    from driver_status as status
    join users on users.id = status.driver_id
    join (select driver_id, jsonb_agg(jsonb_build_object('from', started_at, 'to', coalesce(stopped_at, ${to}),
        'carOptions', case when cars.deleted_at is null then cars.options end)) as spans
      from driver_shifts join cars on cars.id = car_id
      where started_at < ${to} and coalesce(stopped_at, ${to}) > ${from} group by driver_id
    ) as shifts on shifts.driver_id = status.driver_id
    left join driver_papers as papers on papers.driver_id = status.driver_id
    left join driver_cars on driver_cars.driver_id = status.driver_id and driver_cars.is_default
    left join cars as own on own.id = driver_cars.car_id
    left join company_settings as settings on settings.company_id = status.company_id
    where status.company_id = any(${[...companyIds]}::bigint[])
    order by status.driver_id
  `.execute(db)
  return rows.map(({ shifts, priority, bans, ...row }) => ({
    ...row,
    shifts: shifts.map((shift): PastShift => ({ ...spanOf(shift), carOptions: shift.carOptions })).sort(byStart),
    priority: joinSpans((priority ?? []).map(spanOf)),
    bans: joinSpans((bans ?? []).map(spanOf)),
  }))
}

export interface TripOfDriver extends Span {
  driverId: DriverId
  orderId: OrderId
  destination: Point | null
}

/** Spans in which these drivers were with a client of any company; a running one ends with the range. */
export async function tripsOf(
  db: Db,
  driverIds: readonly DriverId[],
  { from, to }: PastRange,
): Promise<TripOfDriver[]> {
  const { rows } = await sql<Omit<TripOfDriver, 'from' | 'to'> & { since: Date; until: Date }>`
    select driver_id as "driverId", id as "orderId", assigned_at as since,
      coalesce(trip_finished_at, canceled_at, ${to}) as until,
      (select jsonb_build_object('lat', lat, 'long', long) from order_places
        where order_id = orders.id and position > 0 order by position desc limit 1) as destination
    from orders
    where driver_id = any(${[...driverIds]}::bigint[]) and deleted_at is null
      and created_at >= ${from}::timestamptz - ${LONGEST_AHEAD} and created_at < ${to}
      and assigned_at < ${to} and coalesce(trip_finished_at, canceled_at, ${to}) > greatest(assigned_at, ${from})
    order by assigned_at, id
  `.execute(db)
  return rows.map(({ since, until, ...row }) => ({ ...row, from: since.getTime(), to: until.getTime() }))
}

/** Pauses seen by two searches at most this far apart are joined into one. */
const MAX_GAP = sql`interval '3 minutes'`

/** Pauses are not stored; they are derived from searches that passed drivers over because of one. */
export async function pausesOf(db: Db, { companyId, from, to }: PastRange): Promise<Map<DriverId, Span[]>> {
  const { rows } = await sql<{ driverId: DriverId; since: Date; until: Date }>`
    select "driverId", lower(pause) as since, upper(pause) as until from (
      select driver::bigint as "driverId",
        unnest(range_agg(tstzrange(round.started_at, coalesce(round.closed_at, round.ends_at) + ${MAX_GAP}))) as pause
      from search_rounds as round
      join orders on orders.id = round.order_id
      cross join json_array_elements_text(round.passed_over -> 'paused') as driver
      where orders.created_by_company_id = ${companyId} and round.passed_over -> 'paused' is not null
        and orders.created_at >= ${from}::timestamptz - interval '1 day' and orders.created_at < ${to}
        and round.started_at >= ${from} and round.started_at < ${to}
      group by 1
    ) as pauses order by since
  `.execute(db)
  const pauses = new Map<DriverId, Span[]>()
  for (const { driverId, since, until } of rows) {
    pauses.set(driverId, [...(pauses.get(driverId) ?? []), { from: since.getTime(), to: until.getTime() }])
  }
  return pauses
}

function spanOf({ from, to }: Interval): Span {
  return { from: Date.parse(from), to: Date.parse(to) }
}

function byStart(a: Span, b: Span): number {
  return a.from - b.from
}
