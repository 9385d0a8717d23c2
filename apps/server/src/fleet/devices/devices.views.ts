import type { Device, DeviceSort } from '@dispecerat/contract/fleet/devices'
import type { DeviceStatus } from '@dispecerat/domain/fleet/car'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

export interface DeviceFilter {
  search?: string | undefined
  company_id?: CompanyId | undefined
  status?: DeviceStatus | undefined
  platform?: 'android' | 'ios' | undefined
  app_version?: string | undefined
  without_driver?: boolean | undefined
  sort: DeviceSort
}

interface DeviceRow extends Omit<Device, 'last_seen_at' | 'created_at' | 'updated_at'> {
  last_seen_at: Date | null
  created_at: Date
  updated_at: Date
}

interface DevicePage {
  data: Device[]
  meta: { total: number; total_is_capped: boolean; page: number; per_page: number }
}

export async function devicePage(
  db: Db,
  scope: Scope,
  filter: DeviceFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<DevicePage> {
  const where = whereOf(scope, filter)
  const [{ rows }, counted] = await Promise.all([
    sql<DeviceRow>`${deviceRows(where, filter.sort)} limit ${perPage} offset ${(page - 1) * perPage}`.execute(db),
    sql<{ n: number }>`select count(*) as n from ${JOINED} where ${where}`.execute(db),
  ])
  const meta = { total: counted.rows[0]?.n ?? 0, total_is_capped: false, page, per_page: perPage }
  return { data: rows.map(deviceOf), meta }
}

/** Throws device.unknown for a phone of another company, or a deleted one. */
export async function deviceView(db: Db, scope: Scope, id: number): Promise<Device> {
  const where = sql<boolean>`devices.id = ${id} and devices.deleted_at is null and ${ofCompanies(scope, 'devices.company_id')}`
  const { rows } = await sql<DeviceRow>`${deviceRows(where, 'created_at')}`.execute(db)
  const row = rows[0]
  if (!row) throw new DomainError('device.unknown')
  return deviceOf(row)
}

/** Every row of the filter, to be streamed. */
export function deviceExportRows(scope: Scope, filter: DeviceFilter): RawBuilder<Record<string, unknown>> {
  return sql`
    select devices.model, devices.platform, devices.os_version, devices.app_version, devices.imei, devices.install_id,
      devices.phone_number, users.name as driver_name, devices.notes, devices.last_seen_at, devices.created_at,
      companies.name as company_name,
      case devices.status when 'active' then 'activ' when 'blocked' then 'blocat' else 'pierdut' end as status
    from ${JOINED} where ${whereOf(scope, filter)} order by ${orderOf(filter.sort)}
  `
}

const JOINED = sql`devices
  join companies on companies.id = devices.company_id
  left join users on users.id = devices.user_id and users.deleted_at is null`

function deviceRows(where: RawBuilder<boolean>, sort: DeviceSort): RawBuilder<DeviceRow> {
  return sql<DeviceRow>`
    select devices.id, devices.company_id, companies.name as company_name, devices.install_id, devices.imei, devices.platform,
      devices.model, devices.os_version, devices.app_version, devices.phone_number, devices.status, devices.notes,
      devices.push_token is not null as has_push, devices.last_seen_at, devices.created_at,
      coalesce(devices.updated_at, devices.created_at) as updated_at, devices.version,
      case when users.id is not null then jsonb_build_object('id', users.id, 'name', users.name, 'indicativ', (
        select cars.indicativ from driver_cars join cars on cars.id = driver_cars.car_id and cars.deleted_at is null
        where driver_cars.driver_id = users.id and driver_cars.is_default)) end as driver
    from ${JOINED} where ${where} order by ${orderOf(sort)}
  `
}

function deviceOf(row: DeviceRow): Device {
  return {
    ...row,
    last_seen_at: row.last_seen_at && toWireTime(row.last_seen_at),
    created_at: toWireTime(row.created_at),
    updated_at: toWireTime(row.updated_at),
  }
}

function whereOf(scope: Scope, filter: DeviceFilter): RawBuilder<boolean> {
  const { search, company_id: companyId, status, platform, app_version: appVersion, without_driver: alone } = filter
  const where = [
    sql`devices.deleted_at is null`,
    sql`${ofCompanies(scope, 'devices.company_id')}`,
    ...(companyId === undefined ? [] : [sql`devices.company_id = ${companyId}`]),
    ...(status === undefined ? [] : [sql`devices.status = ${status}`]),
    ...(platform === undefined ? [] : [sql`devices.platform = ${platform}`]),
    ...(appVersion ? [sql`devices.app_version = ${appVersion}`] : []),
    ...(alone ? [sql`users.id is null`] : []),
    ...searchTerms(search ?? '').map(
      (word) => sql`search_fold(concat_ws(' ', devices.model, devices.imei, devices.install_id, devices.phone_number,
        devices.app_version, devices.os_version, users.name)) like search_fold(${`%${word}%`})`,
    ),
  ]
  return sql<boolean>`${sql.join(where, sql` and `)}`
}

/** Escapes the typed text, so that it is not a pattern. */
function searchTerms(search: string): string[] {
  return search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/[\\%_]/g, '\\$&'))
}

function orderOf(sort: DeviceSort): RawBuilder<unknown> {
  const way = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`
  const by: Record<string, RawBuilder<unknown>> = {
    model: sql`search_fold(devices.model) ${way}`,
    driver: sql`search_fold(users.name) ${way}`,
    status: sql`array_position(array['blocked', 'lost', 'active'], devices.status) ${way}`,
    app_version: sql`devices.app_version ${way}`,
    last_seen_at: sql`devices.last_seen_at ${way}`,
    created_at: sql`devices.created_at ${way}`,
  }
  return sql`${by[sort.replace('-', '')] ?? sql`devices.created_at`}, devices.id`
}
