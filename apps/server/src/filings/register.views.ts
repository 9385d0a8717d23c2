import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import type { WantedRegister } from './queue-register.ts'

/** An order as a town hall reads it: which car went where and when. Nobody who ordered is named. */
export interface RegisterRow {
  no: number
  takenAt: Date
  wantedAt: Date
  pickup: string | null
  destination: string | null
  indicativ: string | null
  plate: string | null
  licence: string | null
  assignedAt: Date | null
  startedAt: Date | null
  finishedAt: Date | null
  state: 'finished' | 'canceled' | 'created' | 'assigned' | 'pending'
  /** A fare that the company has not confirmed is not told. */
  costBani: number | null
}

/** Every order the company took on that day of Bucharest, in the order they came. */
export async function registerRows(tx: Tx, companyId: number, day: string): Promise<RegisterRow[]> {
  const { rows } = await sql<RegisterRow>`
    select coalesce(o.order_no, o.id) as no, coalesce(o.placed_at, o.created_at) as "takenAt", o.departure_time as "wantedAt",
      o.address as pickup,
      (select p.name from order_places p where p.order_id = o.id and p.position > 0 order by p.position desc limit 1) as destination,
      o.car_indicativ as indicativ, c.number as plate, c.taxi_licence_no as licence, o.assigned_at as "assignedAt",
      o.trip_started_at as "startedAt", o.trip_finished_at as "finishedAt", o.state,
      case when o.fare_doubt is null then o.cost_bani end as "costBani"
    from orders o left join cars c on c.id = o.car_id
    where o.created_by_company_id = ${companyId} and o.state <> 'new' and not o.is_test and o.deleted_at is null
      and coalesce(o.placed_at, o.created_at) >= ${day}::timestamp at time zone 'Europe/Bucharest'
      and coalesce(o.placed_at, o.created_at) < (${day}::timestamp + interval '1 day') at time zone 'Europe/Bucharest'
    order by coalesce(o.placed_at, o.created_at), o.id
  `.execute(tx)
  return rows
}

/** The longest a server may have been off and still file by itself what it missed. */
const MAX_DAYS_LATE = 31

/** The days of each company that files by itself that are over and come after the last one filed; before the first, yesterday alone. */
export async function dueRegisters(db: Db, today: string): Promise<WantedRegister[]> {
  const { rows } = await sql<WantedRegister>`
    select s.company_id as "companyId", d.day::date::text as day, s.register_format as format
    from company_settings s
    join companies c on c.id = s.company_id and c.deleted_at is null
    cross join lateral (
      select coalesce(max(f.day), ${today}::date - 2) as day from filings f
      where f.company_id = s.company_id and f.kind = 'townhall'
    ) last
    cross join lateral generate_series(
      greatest(last.day + 1, ${today}::date - ${MAX_DAYS_LATE}::int), ${today}::date - 1, '1 day'
    ) d(day)
    where s.files_register
    order by s.company_id, d.day
  `.execute(db)
  return rows
}
