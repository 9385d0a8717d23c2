import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { HeatCell } from '@dispecerat/domain/orders/heat-cell'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface HeatInput {
  companies: readonly CompanyId[]
  /** 'YYYY-MM-DD' in Bucharest, both included. */
  from: string
  to: string
  /** ISO: 1 = Monday … 7 = Sunday; undefined: all. */
  weekday?: number | undefined
  hour?: number | undefined
}

export interface CellOrders extends HeatCell {
  orders: number
}

const ALL_HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** The busiest first, at most `max` of them; `allOrders` and `allCells` include those left out. */
export async function heatOfCells(
  db: Db,
  input: HeatInput,
  max: number,
): Promise<{ cells: CellOrders[]; allOrders: number; allCells: number }> {
  const { rows } = await sql<CellOrders & { allOrders: number; allCells: number }>`
    select cell_lat as "cellLat", cell_long as "cellLong", count(*)::int as orders,
      (sum(count(*)) over ())::float8 as "allOrders", (count(*) over ())::int as "allCells"
    from order_spots where ${spotsOf(input)}
    group by cell_lat, cell_long order by count(*) desc, cell_lat, cell_long limit ${max}
  `.execute(db)
  const [first] = rows
  return { cells: rows, allOrders: first?.allOrders ?? 0, allCells: first?.allCells ?? 0 }
}

/** Orders of each company's cells by hour of the day. */
export async function heatOfHours(
  db: Db,
  input: HeatInput,
): Promise<(CellOrders & { companyId: CompanyId; hour: number })[]> {
  const { rows } = await sql<CellOrders & { companyId: CompanyId; hour: number }>`
    select company_id as "companyId", hour, cell_lat as "cellLat", cell_long as "cellLong", count(*)::int as orders
    from order_spots where ${spotsOf(input)}
    group by company_id, hour, cell_lat, cell_long
  `.execute(db)
  return rows
}

/** One company's orders of some days at one hour, and which of the days lie in its past at all. */
export async function ordersOfHour(
  db: Db,
  { companyId, hour, days }: { companyId: CompanyId; hour: number; days: readonly string[] },
): Promise<{ cells: CellOrders[]; daysOfPast: number }> {
  const { rows } = await sql<CellOrders>`
    select cell_lat as "cellLat", cell_long as "cellLong", count(*)::int as orders
    from order_spots where company_id = ${companyId} and hour = ${hour} and day = any(${days}::date[])
    group by cell_lat, cell_long
  `.execute(db)
  const first = await sql<{ daysOfPast: number }>`
    select (select count(*) from unnest(${days}::date[]) as d (day) where d.day >= first.day)::int as "daysOfPast"
    from (select min(day) as day from (
      select day from order_days where company_id = ${companyId} and placed > 0
      union all select day from order_day_changes where company_id = ${companyId} and placed > 0) as placed) as first
  `.execute(db)
  return { cells: rows, daysOfPast: first.rows[0]?.daysOfPast ?? 0 }
}

/** Lists all hours explicitly, so that the index that begins with company and hour is used for whole days too. */
function spotsOf({ companies, from, to, weekday, hour }: HeatInput): RawBuilder<boolean> {
  const hours = hour === undefined ? ALL_HOURS : [hour]
  const ofWeekday = weekday === undefined ? sql`true` : sql`extract(isodow from day) = ${weekday}`
  return sql<boolean>`company_id = any(${companies}::bigint[]) and hour = any(${hours}::smallint[])
    and day between ${from}::date and ${to}::date and ${ofWeekday}`
}
