import { type SearchStep, STEP_DEFAULTS } from '@dispecerat/domain/dispatch/search-rules'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { asId, type CompanyId, type DriverId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { acceptOffer } from '../../dispatch/offers/accept-offer.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { type Ground, TOWN_SQUARE } from '../builders.ts'
import type { SearchFixture } from '../search-fixture.ts'

export interface Ringing {
  orderId: OrderId
  driverIds: DriverId[]
}

const STEP = { ...STEP_DEFAULTS, searchType: 'by_radius', searchSeconds: 60, searchLimit: 5000 } as const

/** Inserts so many drivers on duty in one statement. */
export async function manyDrivers({ db, clock }: Ground, companyId: CompanyId, count: number): Promise<UserId[]> {
  const now = clock.now()
  const { rows } = await sql<{ id: number }>`
    with people as (
      insert into users (name, email, created_at)
      select 'Șofer ' || n, 'sofer' || n || '-' || ${companyId}::text || '@multime.ro', ${now}
      from generate_series(1, ${count}) as n returning id
    ),
    roles as (insert into user_roles (user_id, role) select id, 'driver' from people),
    garage as (
      insert into cars (company_id, indicativ, number, created_at)
      select ${companyId}, 'M' || id, 'BV-' || id, ${now} from people returning id, indicativ
    ),
    duty as (
      insert into driver_status (driver_id, company_id, on_shift, idle_from, current_car_id, updated_at)
      select people.id, ${companyId}, true, ${now}, garage.id, ${now}
      from people join garage on garage.indicativ = 'M' || people.id
    ),
    shifts as (
      insert into driver_shifts (driver_id, car_id, started_at)
      select people.id, garage.id, ${now} from people join garage on garage.indicativ = 'M' || people.id
    ),
    places as (
      insert into driver_last_positions (driver_id, lat, long, recorded_at)
      select id, ${TOWN_SQUARE.lat}, ${TOWN_SQUARE.long}, ${now} from people
    )
    select id from people order by id
  `.execute(db)
  return rows.map(({ id }) => asId<UserId>(id))
}

/** An order in the middle of its first round, offered to exactly these drivers or shown in their lists. */
export async function ringAt(
  { db, clock }: Ground,
  companyId: CompanyId,
  driverIds: readonly DriverId[],
  isExclusive = true,
  rules: Partial<SearchStep> = {},
): Promise<Ringing> {
  const step = JSON.stringify({ ...STEP, ...(isExclusive ? {} : { notificationMethod: 'pending' }), ...rules })
  const now = clock.now()
  const ends = new Date(now.getTime() + 60_000)
  const { rows } = await sql<{ orderId: OrderId }>`
    with placed as (
      insert into orders (state, client_phone, phone, address, created_by_company_id, departure_time, placed_at,
        in_pending_queue, created_at, updated_at)
      values ('created', '+40740000001', '+40740000001', 'Piața Sfatului', ${companyId}, ${now}, ${now},
        ${!isExclusive}, ${now}, ${now})
      returning id
    ),
    place as (
      insert into order_places (order_id, position, name, lat, long)
      select id, 0, 'Piața Sfatului', ${TOWN_SQUARE.lat}, ${TOWN_SQUARE.long} from placed
    ),
    lines as (
      insert into order_history (order_id, timestamp, type, initiator_kind)
      select id, ${now}, type, 'dispatcher' from placed, unnest(array['created', 'placed']) as type
    ),
    walk as (
      insert into search_walks (order_id, walk_no, steps, started_at, due_at)
      select id, 1, jsonb_build_array(${step}::jsonb), ${now}, ${ends} from placed returning id, order_id
    ),
    round as (
      insert into search_rounds (walk_id, order_id, no, step, started_at, ends_at, look_again_at)
      select id, order_id, 1, ${step}, ${now}, ${ends}, ${ends} from walk returning id, order_id
    ),
    offers as (
      insert into search_offers (round_id, order_id, driver_id, rank, metres, is_exclusive, notified_at, expires_at)
      select round.id, order_id, driver_id, rank, 100, ${isExclusive}, ${now}, ${ends}
      from round, unnest(${[...driverIds]}::bigint[]) with ordinality as asked(driver_id, rank)
    )
    select id as "orderId" from placed
  `.execute(db)
  return { orderId: rows[0]?.orderId ?? asId<OrderId>(0), driverIds: [...driverIds] }
}

/** One round of 60 s by radius, over the whole town. */
export const RADIUS = [{ searchType: 'by_radius', searchSeconds: 60, searchLimit: 5000 } as const]

/** 'won', or the code of the error. */
export async function answer(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
    return 'won'
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

export function acceptOutcome({ server }: SearchFixture, driverId: DriverId, orderId: OrderId): Promise<string> {
  return answer(acceptOffer(server, asDriver(driverId), orderId, null))
}

export function asDriver(userId: UserId): Actor {
  return { userId, kind: 'driver', roles: ['driver'], scope: { companies: [], ownUserId: null }, once: null }
}
