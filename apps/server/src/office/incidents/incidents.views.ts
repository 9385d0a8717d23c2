import type { Incident, IncidentDetails, IncidentStep } from '@dispecerat/contract/office/incidents'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

const MAX_COUNTED = 10_000

type Times = 'created_at' | 'taken_at' | 'closed_at'
type Row = Omit<Incident, Times> & { created_at: Date; taken_at: Date | null; closed_at: Date | null }

export interface IncidentFilter {
  status?: Incident['status'] | 'not_closed' | undefined
  type?: Incident['type'] | undefined
  driver_id?: DriverId | undefined
}

export async function incidentPage(
  db: Db,
  scope: Scope,
  filter: IncidentFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ data: Incident[]; meta: { total: number; total_is_capped: boolean } }> {
  const where = whereOf(scope, filter)
  const [data, counted] = await Promise.all([
    viewsOf(
      db,
      sql`select * from incidents where ${where} order by id desc limit ${perPage} offset ${(page - 1) * perPage}`,
    ),
    sql<{ n: number }>`
      select count(*) as n from (select from incidents where ${where} limit ${MAX_COUNTED + 1}) as found
    `.execute(db),
  ])
  const n = Number(counted.rows[0]?.n ?? 0)
  return { data, meta: { total: Math.min(n, MAX_COUNTED), total_is_capped: n > MAX_COUNTED } }
}

/** By id, in no order; the caller has checked the permission. */
export function incidentViews(db: Db, ids: readonly number[]): Promise<Incident[]> {
  return viewsOf(db, sql`select * from incidents where id = any(${[...ids]}::bigint[])`)
}

/** One of the scope with its log; null when there is none. */
export async function incidentDetails(db: Db, scope: Scope, id: number): Promise<IncidentDetails | null> {
  const [view] = await viewsOf(db, sql`select * from incidents where id = ${id} and ${ofCompanies(scope)}`)
  if (!view) return null
  const { rows } = await sql<Omit<IncidentStep, 'at'> & { at: Date }>`
    select s.id, s.step, users.name as user_name, s.note, s.at
    from incident_steps s left join users on users.id = s.user_id where s.incident_id = ${id} order by s.id
  `.execute(db)
  return { ...view, steps: rows.map((row) => ({ ...row, at: toWireTime(row.at) })) }
}

/** Every incident of the list, in the form that `incidentFromRow` reads. */
export function incidentExport(scope: Scope, filter: IncidentFilter): RawBuilder<Row> {
  return incidentRows(sql`select * from incidents where ${whereOf(scope, filter)}`)
}

function whereOf(scope: Scope, { status, type, driver_id: driverId }: IncidentFilter): RawBuilder<unknown> {
  return sql.join(
    [
      ofCompanies(scope),
      ...(status === 'not_closed' ? [sql`status <> 'closed'`] : status ? [sql`status = ${status}`] : []),
      ...(type ? [sql`type = ${type}`] : []),
      ...(driverId ? [sql`driver_id = ${driverId}`] : []),
    ],
    sql` and `,
  )
}

async function viewsOf(db: Db, found: RawBuilder<unknown>): Promise<Incident[]> {
  const { rows } = await incidentRows(found).execute(db)
  return rows.map(incidentFromRow)
}

function incidentRows(found: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select i.id, i.company_id, i.type, i.status, i.text, i.lat, i.long, i.address, i.order_id, i.driver_id,
      driver.name as driver_name, cars.indicativ, driver.phone as driver_phone, i.client_id,
      (select name from company_clients cc where cc.user_id = i.client_id and cc.company_id = i.company_id) as client_name,
      client.phone as client_phone, i.reported_by, i.created_at, taker.name as taken_by_name, i.taken_at,
      closer.name as closed_by_name, i.closed_at
    from (${found}) as i
    left join users driver on driver.id = i.driver_id
    left join users client on client.id = i.client_id
    left join driver_status ds on ds.driver_id = i.driver_id
    left join driver_cars own on own.driver_id = i.driver_id and own.is_default
    left join cars on cars.id = coalesce(ds.current_car_id, own.car_id)
    left join users taker on taker.id = i.taken_by
    left join users closer on closer.id = i.closed_by
    order by i.id desc
  `
}

export function incidentFromRow(row: Row): Incident {
  return {
    ...row,
    created_at: toWireTime(row.created_at),
    taken_at: row.taken_at && toWireTime(row.taken_at),
    closed_at: row.closed_at && toWireTime(row.closed_at),
  }
}
