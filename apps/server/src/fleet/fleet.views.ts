import type { DriverMe, DriverOrder } from '@dispecerat/contract/dispatch/driver'
import { ownPhotoUrl } from '@dispecerat/contract/office/user-photos'
import type { DriverCard } from '@dispecerat/contract/orders/company-dispatch'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CarId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Scope } from '../platform/db/actor.ts'
import type { Db } from '../platform/db/database.ts'
import type { Fleet } from './fleet.ts'

type CarOfCard = NonNullable<DriverCard['default_car']>
type Me = z.input<typeof DriverMe>
type CarOfDriver = Me['cars'][number]

interface CardRow {
  id: UserId
  identifier: string | null
  name: string | null
  phone: string | null
  email: string | null
  balanceBani: number
  balanceIsLow: boolean
  onShift: boolean
  isBusy: boolean
  isPaused: boolean
  banUntil: Date | null
  banReason: string | null
  car: CarOfCard | null
}

const MAX_CARDS = 2_000

/** Drivers of the actor's companies by call sign; `search` matches call sign, name and identifier. */
export async function driverCards(
  db: Db,
  fleet: Fleet,
  scope: Scope,
  filter: { search?: string | undefined; driverId?: DriverId },
): Promise<DriverCard[]> {
  const companies = scope.companies === 'every' ? null : scope.companies
  const like = filter.search ? `%${filter.search.replace(/[\\%_]/g, '\\$&')}%` : null
  const { rows } = await sql<CardRow>`
    select users.id, users.identifier, users.name, users.phone, users.email, status.balance_bani as "balanceBani",
      coalesce(status.balance_bani < terms.low_balance_warning_bani, false) as "balanceIsLow",
      status.on_shift as "onShift", status.is_busy as "isBusy", status.is_paused as "isPaused",
      users.ban_until as "banUntil", users.ban_reason as "banReason",
      case when cars.id is not null then jsonb_build_object('indicativ', cars.indicativ, 'number', cars.number,
        'make', cars.make, 'model', cars.model, 'color', cars.color) end as car
    from driver_status as status
    join users on users.id = status.driver_id and users.deleted_at is null
    left join driver_cars as own on own.driver_id = status.driver_id and own.is_default
    left join cars on cars.id = coalesce(status.current_car_id, own.car_id) and cars.deleted_at is null
    left join finance_settings as terms on terms.company_id = status.company_id
    where (${companies}::bigint[] is null or status.company_id = any(${companies}::bigint[]))
      and (${filter.driverId ?? null}::bigint is null or users.id = ${filter.driverId ?? null})
      and (${like}::text is null or unaccent(coalesce(users.name, '')) ilike unaccent(${like})
        or cars.indicativ ilike ${like} or users.identifier ilike ${like})
    order by cars.indicativ is null, length(cars.indicativ), cars.indicativ, users.id
    limit ${MAX_CARDS}
  `.execute(db)
  return rows.map((row) => asCard(row, fleet))
}

/** One driver of the actor's companies, or driver.unknown. */
export async function driverCard(db: Db, fleet: Fleet, scope: Scope, driverId: DriverId): Promise<DriverCard> {
  const [card] = await driverCards(db, fleet, scope, { driverId })
  if (!card) throw new DomainError('driver.unknown')
  return card
}

function asCard(row: CardRow, fleet: Fleet): DriverCard {
  const { isOnline, highPriority, point, zoneId, implausible } = fleet.live(row.id)
  return {
    id: row.id,
    identifier: row.identifier,
    name: row.name,
    phone: row.phone,
    email: row.email,
    balance: row.balanceBani / 100,
    balance_is_low: row.balanceIsLow,
    is_busy: row.isBusy,
    is_paused: row.isPaused,
    is_online: row.onShift && isOnline,
    high_priority: highPriority,
    ban_until: row.banUntil && toWireTime(row.banUntil),
    ban_reason: row.banReason,
    default_car: row.car,
    current_location: point && [point.long, point.lat],
    lat: point?.lat ?? null,
    lng: point?.long ?? null,
    current_polygon_id: zoneId,
    implausible_position: implausible,
  }
}

interface MeRow extends Omit<CardRow, 'email' | 'car' | 'balanceIsLow'> {
  carId: CarId | null
  photoAt: Date | null
  cars: CarOfDriver[]
  /** Read from the database, so that a window that opened after the last reload counts here too. */
  highPriority: boolean
}

/** The data of the driver's own phone; `activeOrders` comes from the orders module. */
export async function driverMe(db: Db, driverId: DriverId, activeOrders: DriverOrder[], now: Date): Promise<Me> {
  const { rows } = await sql<MeRow>`
    select users.id, users.identifier, users.name, users.phone, status.balance_bani as "balanceBani",
      status.on_shift as "onShift", status.is_busy as "isBusy", status.is_paused as "isPaused",
      users.ban_until as "banUntil", users.ban_reason as "banReason",
      coalesce(status.current_car_id, (select car_id from driver_cars where driver_id = users.id and is_default))
        as "carId",
      (select updated_at from user_photos where user_id = users.id) as "photoAt",
      (select coalesce(jsonb_agg(jsonb_build_object('id', cars.id, 'indicativ', cars.indicativ, 'number', cars.number,
          'make', cars.make, 'model', cars.model, 'color', cars.color) order by cars.indicativ), '[]')
        from driver_cars as own join cars on cars.id = own.car_id and cars.deleted_at is null
        where own.driver_id = users.id) as cars,
      exists (select from users_interval_users as included
        join users_intervals as windows on windows.id = included.interval_id
        where included.user_id = users.id and windows.deleted_at is null
          and windows.time_from <= ${now} and ${now} < windows.time_to) as "highPriority"
    from driver_status as status join users on users.id = status.driver_id and users.deleted_at is null
    where status.driver_id = ${driverId}
  `.execute(db)
  const [me] = rows
  if (!me) throw new DomainError('driver.unknown')
  return {
    id: me.id,
    identifier: me.identifier,
    name: me.name,
    phone: me.phone,
    photo_url: ownPhotoUrl(me.photoAt),
    car: me.cars.find(({ id }) => id === me.carId) ?? null,
    cars: me.cars,
    on_shift: me.onShift,
    is_paused: me.isPaused,
    is_busy: me.isBusy,
    balance: me.balanceBani / 100,
    high_priority: me.highPriority,
    ban_until: me.banUntil && toWireTime(me.banUntil),
    ban_reason: me.banReason,
    active_orders: activeOrders,
  }
}

/** A driver's active orders: the current one first, then the next. */
export async function activeOrderIds(db: Db, driverId: DriverId): Promise<OrderId[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('driver_id', '=', driverId)
    .where('state', '=', 'assigned')
    .orderBy('is_next_order')
    .execute()
  return rows.map(({ id }) => id)
}
