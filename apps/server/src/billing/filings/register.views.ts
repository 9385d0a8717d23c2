import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { WantedRegister } from './queue-register.ts'

/** An order in the town hall's register: car, route and times, without data of the client. */
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
  /** Null until the company has confirmed a doubtful fare. */
  costBani: number | null
}

/** Every order that the company accepted on that day in Romanian time, in order of placement. */
export async function registerRows(tx: Tx, companyId: CompanyId, day: string): Promise<RegisterRow[]> {
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

/** After a longer outage older days are no longer filed automatically. */
const MAX_DAYS_LATE = 31

/** Past days after the last filed one, for companies that file automatically; without an earlier filing, only yesterday. */
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
