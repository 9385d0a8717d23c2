import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

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
  costBani: number | null
}

/** Every order the company took on that day of Bucharest, in the order they came. */
export async function registerRows(tx: Tx, companyId: number, day: string): Promise<RegisterRow[]> {
  const { rows } = await sql<RegisterRow>`
    select coalesce(o.order_no, o.id) as no, coalesce(o.placed_at, o.created_at) as "takenAt", o.departure_time as "wantedAt",
      o.address as pickup,
      (select p.name from order_places p where p.order_id = o.id and p.position > 0 order by p.position desc limit 1) as destination,
      o.car_indicativ as indicativ, c.number as plate, c.taxi_licence_no as licence, o.assigned_at as "assignedAt",
      o.trip_started_at as "startedAt", o.trip_finished_at as "finishedAt", o.state, o.cost_bani as "costBani"
    from orders o left join cars c on c.id = o.car_id
    where o.created_by_company_id = ${companyId} and o.state <> 'new' and not o.is_test and o.deleted_at is null
      and coalesce(o.placed_at, o.created_at) >= ${day}::timestamp at time zone 'Europe/Bucharest'
      and coalesce(o.placed_at, o.created_at) < (${day}::timestamp + interval '1 day') at time zone 'Europe/Bucharest'
    order by coalesce(o.placed_at, o.created_at), o.id
  `.execute(tx)
  return rows
}
