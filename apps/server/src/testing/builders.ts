import type { Role } from '@dispecerat/domain/identity/permissions'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CarId, CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { typeOfPackage } from '@dispecerat/domain/orders/goods'
import type { OrderState } from '@dispecerat/domain/orders/order'
import { hashSync } from '@node-rs/argon2'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Clock } from '../platform/lifecycle/clock.ts'

/** The parts of a server that builders need. */
export interface Ground {
  db: Db
  clock: Clock
}

/** Password of every account that a builder makes; hashed with the cheapest settings of the library. */
export const PASSWORD = 'parola-de-proba'
const PASSWORD_HASH = hashSync(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** The pickup of most tests: Piața Sfatului. */
export const TOWN_SQUARE: Point = { lat: 45.6423, long: 25.5889 }

let made = 0
/** A number that no other row of this test file has. */
function next(): number {
  made += 1
  return made
}

export async function aCompany(
  { db, clock }: Ground,
  input: { name?: string; packageId?: number; status?: 'trial' | 'active' | 'suspended'; trialUntil?: string } = {},
): Promise<{ companyId: CompanyId }> {
  const { id } = await db
    .insertInto('companies')
    .values({
      name: input.name ?? `Taxi ${next()}`,
      package_id: input.packageId ?? 1,
      type: typeOfPackage(input.packageId ?? 1),
      status: input.status ?? 'active',
      trial_until: input.trialUntil ?? null,
      lat: TOWN_SQUARE.lat,
      lng: TOWN_SQUARE.long,
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('company_settings').values({ company_id: id }).execute()
  return { companyId: id }
}

export interface AUser {
  userId: UserId
  email: string
}

/** Inserts the platform's approval of this CUI for this company. */
export async function anApprovedCui(
  { db, clock }: Ground,
  { companyId, cui }: { companyId: CompanyId; cui: string },
): Promise<void> {
  await db.updateTable('companies').set({ cui }).where('id', '=', companyId).execute()
  await db.insertInto('company_cuis').values({ company_id: companyId, cui, verified_at: clock.now() }).execute()
}

export async function aUser(
  { db, clock }: Ground,
  input: { roles: readonly Role[]; companyIds?: readonly CompanyId[]; email?: string; name?: string; banUntil?: Date },
): Promise<AUser> {
  const n = next()
  const email = input.email ?? `om${n}@proba.ro`
  const { id } = await db
    .insertInto('users')
    .values({
      name: input.name ?? `Om ${n}`,
      email,
      phone: `+4072${String(n).padStart(7, '0')}`,
      identifier: String(n),
      password_hash: PASSWORD_HASH,
      ban_until: input.banUntil ?? null,
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('user_roles')
    .values(input.roles.map((role) => ({ user_id: id, role })))
    .execute()
  const companyIds = input.companyIds ?? []
  if (companyIds.length > 0) {
    await db
      .insertInto('user_companies')
      .values(companyIds.map((company_id) => ({ user_id: id, company_id })))
      .execute()
  }
  return { userId: id, email }
}

export function aDispatcher(ground: Ground, { companyId }: { companyId: CompanyId }): Promise<AUser> {
  return aUser(ground, { roles: ['dispatcher'], companyIds: [companyId] })
}

/** A person whom a company knows only by telephone number: no employer, no password. */
export async function aClient(
  { db, clock }: Ground,
  input: { companyIds: readonly CompanyId[]; phone?: string; name?: string; about?: string },
): Promise<{ clientId: UserId; phone: string }> {
  const phone = input.phone ?? `+4071${String(next()).padStart(7, '0')}`
  const created_at = clock.now()
  const { id } = await db.insertInto('users').values({ phone, created_at }).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('user_roles').values({ user_id: id, role: 'client' }).execute()
  const known = { user_id: id, name: input.name ?? null, about: input.about ?? null, created_at }
  await db
    .insertInto('company_clients')
    .values(input.companyIds.map((company_id) => ({ company_id, ...known })))
    .execute()
  return { clientId: id, phone }
}

export interface ADriver extends AUser {
  driverId: DriverId
  carId: CarId
  indicativ: string
}

/**
 * With `at` the driver is on duty there and was seen just now; without it, off duty. Start a server that caches drivers in memory after
 * this.
 */
export async function aDriver(
  ground: Ground,
  input: { companyId: CompanyId; at?: Point; indicativ?: string; isPaused?: boolean },
): Promise<ADriver> {
  const { db, clock } = ground
  const { companyId, at } = input
  const now = clock.now()
  const user = await aUser(ground, { roles: ['driver'], companyIds: [companyId] })
  const driverId = user.userId
  const indicativ = input.indicativ ?? String(100 + driverId)
  const { id: carId } = await db
    .insertInto('cars')
    .values({
      company_id: companyId,
      indicativ,
      number: `BV ${driverId} DSP`,
      make: 'Dacia',
      model: 'Logan',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('driver_cars').values({ driver_id: driverId, car_id: carId, is_default: true }).execute()
  await db
    .insertInto('driver_status')
    .values({
      driver_id: driverId,
      company_id: companyId,
      on_shift: at !== undefined,
      is_paused: input.isPaused ?? false,
      idle_from: at ? now : null,
      current_car_id: at ? carId : null,
      updated_at: now,
    })
    .execute()
  if (at) {
    await db.insertInto('driver_shifts').values({ driver_id: driverId, car_id: carId, started_at: now }).execute()
    await db
      .insertInto('driver_last_positions')
      .values({ driver_id: driverId, lat: at.lat, long: at.long, recorded_at: now })
      .execute()
  }
  return { ...user, driverId, carId, indicativ }
}

/** Inserts an order with one address and no search, for tests that only need a row. */
export async function anOrder(
  { db, clock }: Ground,
  input: {
    companyId: CompanyId
    dispatcherId?: UserId
    state?: Extract<OrderState, 'new' | 'created' | 'pending'>
    at?: Point
  },
): Promise<{ orderId: OrderId }> {
  const now = clock.now()
  const at = input.at ?? TOWN_SQUARE
  const phone = `+4073${String(next()).padStart(7, '0')}`
  const { id } = await db
    .insertInto('orders')
    .values({
      state: input.state ?? 'created',
      client_phone: phone,
      phone,
      address: 'Piața Sfatului',
      created_by_company_id: input.companyId,
      dispatcher_id: input.dispatcherId ?? null,
      departure_time: now,
      placed_at: input.state === 'new' ? null : now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('order_places')
    .values({ order_id: id, position: 0, name: 'Piața Sfatului', lat: at.lat, long: at.long })
    .execute()
  return { orderId: id }
}

/** The tariff of the first service unless another is set: 4.50 to start, 4 a kilometre, 20 % more from 22:00 to 6:00. */
export async function aTariff(
  { db, clock }: Ground,
  companyId: CompanyId,
  input: { name?: string; serviceId?: number; minCostBani?: number } = {},
): Promise<number> {
  const now = clock.now()
  const { id } = await db
    .insertInto('tariffs')
    .values({
      company_id: companyId,
      service_id: input.serviceId ?? 1,
      name: input.name ?? 'Tarif',
      start_fee_bani: 450,
      per_km_bani: 400,
      night_percent: 20,
      min_cost_bani: input.minCostBani ?? 0,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An opening balance from before the ledger: its first entry. */
export async function aBalance(
  { db, clock }: Ground,
  { companyId, driverId, bani }: { companyId: CompanyId; driverId: DriverId; bani: number },
): Promise<number> {
  const { rows } = await sql<{ transactionId: number }>`
    with opened as (
      insert into ledger_transactions (company_id, kind, created_at) values (${companyId}, 'opening', ${clock.now()})
      returning id
    )
    insert into ledger_entries (transaction_id, company_id, account, driver_id, type, amount_bani, balance_after_bani,
      created_at)
    select opened.id, ${companyId}, side.account, ${driverId}, side.type, side.bani, side.after, ${clock.now()}
    from opened cross join lateral (values
      ('driver', 'correction', ${bani}::bigint, ${bani} + (select balance_bani from driver_status where driver_id = ${driverId})),
      ('opening', null, -${bani}::bigint, null::bigint)) as side(account, type, bani, after)
    returning transaction_id as "transactionId"
  `.execute(db)
  return rows[0]?.transactionId ?? 0
}
