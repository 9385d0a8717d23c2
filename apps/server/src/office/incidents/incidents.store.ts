import type { CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

export interface IncidentRow {
  id: number
  companyId: CompanyId
  type: 'sos' | 'accident' | 'complaint' | 'lost_item' | 'other'
  status: 'open' | 'in_work' | 'closed'
  driverId: DriverId | null
}

export interface NewIncident {
  companyId: CompanyId
  type: IncidentRow['type']
  text: string
  orderId: OrderId | null
  driverId: DriverId | null
  clientId: UserId | null
  lat: number | null
  long: number | null
  address: string | null
}

export async function insertIncident(
  tx: Tx,
  incident: NewIncident,
  by: { userId: UserId | null; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('incidents')
    .values({
      company_id: incident.companyId,
      type: incident.type,
      text: incident.text,
      order_id: incident.orderId,
      driver_id: incident.driverId,
      client_id: incident.clientId,
      lat: incident.lat,
      long: incident.long,
      address: incident.address,
      reported_by: by.userId,
      created_at: by.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addStep(tx, { incidentId: id, step: 'reported', userId: by.userId, note: '' }, by.now)
  return id
}

/** One of the scope FOR UPDATE; null when there is none. */
export async function lockIncident(tx: Tx, scope: Scope, id: number): Promise<IncidentRow | null> {
  const { rows } = await sql<IncidentRow>`
    select id, company_id as "companyId", type, status, driver_id as "driverId"
    from incidents where id = ${id} and ${ofCompanies(scope)} for update
  `.execute(tx)
  return rows[0] ?? null
}

export async function saveStatus(
  tx: Tx,
  id: number,
  status: IncidentRow['status'],
  by: { userId: UserId | null; now: Date },
): Promise<void> {
  const columns = {
    open: { taken_by: null, taken_at: null, closed_by: null, closed_at: null },
    in_work: { taken_by: by.userId, taken_at: by.now, closed_by: null, closed_at: null },
    closed: { closed_by: by.userId, closed_at: by.now },
  }
  await tx
    .updateTable('incidents')
    .set({ status, ...columns[status] })
    .where('id', '=', id)
    .execute()
}

export async function addStep(
  tx: Tx,
  input: {
    incidentId: number
    step: 'reported' | 'taken' | 'noted' | 'closed' | 'reopened'
    userId: UserId | null
    note: string
  },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('incident_steps')
    .values({ incident_id: input.incidentId, step: input.step, user_id: input.userId, note: input.note, at: now })
    .execute()
}

/** Serialises the driver's reports until the commit; returns an unclosed SOS of the last minute. */
export async function recentSos(tx: Tx, driverId: DriverId, since: Date): Promise<IncidentRow | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sos:${driverId}`}, 0))`.execute(tx)
  const { rows } = await sql<IncidentRow>`
    select id, company_id as "companyId", type, status, driver_id as "driverId" from incidents
    where driver_id = ${driverId} and type = 'sos' and status <> 'closed' and created_at >= ${since}
    order by id desc limit 1
  `.execute(tx)
  return rows[0] ?? null
}

/** The text description of the old location is removed. */
export async function moveIncident(tx: Tx, id: number, at: { lat: number; long: number }): Promise<void> {
  await tx
    .updateTable('incidents')
    .set({ ...at, address: null })
    .where('id', '=', id)
    .execute()
}

export interface DriverNow {
  companyId: CompanyId
  lat: number | null
  long: number | null
  orderId: OrderId | null
}

/** The driver's company, last position and current trip; null for a user who is no driver. */
export async function driverNow(tx: Tx, driverId: DriverId, orderId: OrderId | null): Promise<DriverNow | null> {
  const { rows } = await sql<DriverNow>`
    select ds.company_id as "companyId", seen.lat, seen.long,
      (select id from orders where driver_id = ${driverId} and deleted_at is null
        and (id = ${orderId} or (${orderId}::bigint is null and state = 'assigned')) order by id desc limit 1) as "orderId"
    from driver_status ds left join driver_last_positions seen on seen.driver_id = ds.driver_id
    where ds.driver_id = ${driverId}
  `.execute(tx)
  return rows[0] ?? null
}

/** True when the people and the order that an incident names belong to its company. */
export async function namesOwn(
  tx: Tx,
  companyId: CompanyId,
  { orderId, driverId, clientId }: Pick<NewIncident, 'orderId' | 'driverId' | 'clientId'>,
): Promise<{ order: boolean; people: boolean }> {
  const { rows } = await sql<{ order: boolean; people: boolean }>`
    select
      (${orderId}::bigint is null or exists (select from orders where id = ${orderId} and deleted_at is null
        and ${companyId} in (created_by_company_id, processed_by_company_id))) as "order",
      (${driverId}::bigint is null
        or exists (select from driver_status where driver_id = ${driverId} and company_id = ${companyId}))
      and (${clientId}::bigint is null
        or exists (select from company_clients where user_id = ${clientId} and company_id = ${companyId})) as people
  `.execute(tx)
  return rows[0] ?? { order: false, people: false }
}
