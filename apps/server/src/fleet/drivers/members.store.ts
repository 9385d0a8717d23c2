import type { Zone } from '@dispecerat/domain/geography/zone'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CarId, CompanyId, DriverId, OrderId, StandId, ZoneId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** The stored data of a driver, without the position. */
export interface Member {
  driverId: DriverId
  companyId: CompanyId
  isActive: boolean
  isSimulated: boolean
  /** A simulated driver in a company that gives those no real orders. */
  isBarredSimulation: boolean
  onShift: boolean
  isPaused: boolean
  isBusy: boolean
  idleFrom: Date | null
  bannedUntil: Date | null
  serviceIds: readonly number[]
  /** The car of the shift, otherwise the default one. */
  carId: CarId | null
  indicativ: string | null
  carOptions: readonly string[]
  /** 'YYYY-MM-DD', the earliest expiry of the documents of car and driver; null = one of the car is missing. */
  documentsUntil: string | null
  needsDocuments: boolean
  balanceTooLow: boolean
  /** Priority windows that are not over: [from, to). */
  windows: readonly { from: Date; to: Date }[]
  /** A place in a stand's queue that the driver may take again until an instant. */
  reservedStand: { standId: StandId; arrivedAt: Date; until: Date } | null
  activeOrders: readonly ActiveOrder[]
}

export interface ActiveOrder {
  orderId: OrderId
  isStarted: boolean
  /** The last place of the trip. */
  destination: Point | null
}

interface MemberRow extends Omit<Member, 'windows' | 'reservedStand'> {
  windows: readonly { from: string; to: string }[] | null
  reservedStandId: StandId | null
  reservedSince: Date | null
  reservedUntil: Date | null
}

/** The given drivers, or all; deleted drivers are missing from the result. */
export async function loadMembers(db: Db, driverIds: readonly DriverId[] | 'every', now: Date): Promise<Member[]> {
  const wanted = driverIds === 'every' ? sql`true` : sql`status.driver_id = any(${driverIds}::bigint[])`
  const { rows } = await sql<MemberRow>`
    select status.driver_id as "driverId", status.company_id as "companyId", users.is_active as "isActive",
      users.is_simulated as "isSimulated",
      users.is_simulated and not coalesce(settings.simulate_in_production, false) as "isBarredSimulation",
      status.on_shift as "onShift", status.is_paused as "isPaused", status.is_busy as "isBusy", status.idle_from as "idleFrom",
      status.reserved_stand_id as "reservedStandId", status.reserved_stand_since as "reservedSince",
      status.reserved_stand_until as "reservedUntil", users.ban_until as "bannedUntil",
      status.service_ids as "serviceIds", cars.id as "carId", cars.indicativ,
      coalesce(cars.options, '[]') as "carOptions",
      case when num_nulls(cars.taxi_licence_until, cars.itp_until, cars.rca_until) = 0
        then least(cars.taxi_licence_until, cars.itp_until, cars.rca_until,
          papers.licence_until, papers.attestation_until) end as "documentsUntil",
      coalesce(settings.require_valid_car_papers, false) as "needsDocuments",
      coalesce(status.balance_bani < settings.min_balance_to_work_bani, false) as "balanceTooLow",
      (select jsonb_agg(jsonb_build_object('from', windows.time_from, 'to', windows.time_to))
        from users_interval_users as included
        join users_intervals as windows on windows.id = included.interval_id
        where included.user_id = status.driver_id and windows.deleted_at is null and windows.time_to > ${now}) as windows,
      case when status.is_busy then coalesce((select jsonb_agg(jsonb_build_object(
          'orderId', orders.id, 'isStarted', orders.trip_state = 'started',
          'destination', (select jsonb_build_object('lat', lat, 'long', long) from order_places
            where order_id = orders.id and position > 0 order by position desc limit 1))
          order by orders.is_next_order)
        from orders where orders.driver_id = status.driver_id and orders.state = 'assigned'), '[]')
        else '[]' end as "activeOrders"
    from driver_status as status
    join users on users.id = status.driver_id and users.deleted_at is null
    left join driver_papers as papers on papers.driver_id = status.driver_id
    left join driver_cars as own on own.driver_id = status.driver_id and own.is_default
    left join cars on cars.id = coalesce(status.current_car_id, own.car_id) and cars.deleted_at is null
    left join company_settings as settings on settings.company_id = status.company_id
    where ${wanted}
  `.execute(db)
  return rows.map(({ reservedStandId: standId, reservedSince: arrivedAt, reservedUntil: until, ...row }) => ({
    ...row,
    reservedStand: standId && arrivedAt && until ? { standId, arrivedAt, until } : null,
    windows: (row.windows ?? []).map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })),
  }))
}

interface ZoneRow {
  id: ZoneId
  companyId: CompanyId
  ring: Point[]
}

/** The zones of the given companies, with an entry for those without zones; or of every company. */
export async function loadZones(db: Db, companies: readonly CompanyId[] | 'every'): Promise<Map<CompanyId, Zone[]>> {
  const mine = ofCompanies({ companies })
  const { rows } = await sql<ZoneRow>`
    select id, company_id as "companyId", paths as ring from polygons where deleted_at is null and ${mine} order by id
  `.execute(db)
  const zones = new Map<CompanyId, Zone[]>(companies === 'every' ? [] : companies.map((companyId) => [companyId, []]))
  for (const { id, companyId, ring } of rows) zones.set(companyId, [...(zones.get(companyId) ?? []), { id, ring }])
  return zones
}
