import { STEP_DEFAULTS } from '@dispecerat/domain/search-rules'
import { aClient, aCompany, aDispatcher, aDriver, anOrder, aUser, type Ground, TOWN_SQUARE } from './builders.ts'

/** Stands in every text of the other company; no answer to us may hold it. */
export const CANARY = 'Canar de la Vecini'
export const FOREIGN_PHONE = '+40741000999'

/** Ids of one row of every kind. */
export interface Rows {
  companyId: number
  dispatcherEmail: string
  driverEmail: string
  driverId: number
  carId: number
  orderId: number
  placeId: number
  roundId: number
  sessionId: number
  polygonId: number
  blockedPhoneId: number
  savedAddressId: number
  ownPlaceId: number
}

/** A company with one row of everything a screen can show. `mark` is written into each text. */
export async function aFurnishedCompany(ground: Ground, mark: string, phone: string): Promise<Rows> {
  const { db, clock } = ground
  const now = clock.now()
  const { companyId } = await aCompany(ground, { name: mark })
  const dispatcher = await aDispatcher(ground, { companyId })
  const driver = await aDriver(ground, { companyId, at: TOWN_SQUARE })
  await db.updateTable('users').set({ name: mark }).where('id', 'in', [dispatcher.userId, driver.driverId]).execute()
  const protocol = await aUser(ground, { roles: ['company'], companyIds: [companyId], name: mark })
  await db.insertInto('protocol_companies').values({ user_id: protocol.userId, company_id: companyId }).execute()
  const { orderId } = await anOrder(ground, { companyId, dispatcherId: dispatcher.userId })
  const { clientId } = await aClient(ground, { companyIds: [companyId], phone, name: mark, about: mark })
  await db
    .updateTable('orders')
    .set({ address: mark, name: mark, client_phone: phone, phone, client_id: clientId })
    .where('id', '=', orderId)
    .execute()
  const place = await db
    .updateTable('order_places')
    .set({ name: mark })
    .where('order_id', '=', orderId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    companyId,
    dispatcherEmail: dispatcher.email,
    driverEmail: driver.email,
    driverId: driver.driverId,
    carId: driver.carId,
    orderId,
    placeId: place.id,
    roundId: await aRound(ground, orderId, driver.driverId),
    sessionId: await aSession(ground, dispatcher.userId),
    ...(await furniture(ground, { companyId, mark, phone, now })),
  }
}

async function aSession({ db, clock }: Ground, userId: number): Promise<number> {
  const at = clock.now()
  const expiresAt = new Date(at.getTime() + 3_600_000)
  const row = {
    token_hash: Buffer.alloc(32, userId % 251),
    user_id: userId,
    created_at: at,
    last_used_at: at,
    expires_at: expiresAt,
  }
  return (await db.insertInto('access_tokens').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function aRound({ db, clock }: Ground, orderId: number, driverId: number): Promise<number> {
  const startedAt = clock.now()
  const endsAt = new Date(startedAt.getTime() + 20_000)
  const walk = await db
    .insertInto('search_walks')
    .values({
      order_id: orderId,
      walk_no: 1,
      steps: JSON.stringify([STEP_DEFAULTS]),
      started_at: startedAt,
      due_at: endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const round = await db
    .insertInto('search_rounds')
    .values({
      walk_id: walk.id,
      order_id: orderId,
      no: 1,
      step: JSON.stringify(STEP_DEFAULTS),
      started_at: startedAt,
      ends_at: endsAt,
      look_again_at: endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('search_offers')
    .values({
      round_id: round.id,
      order_id: orderId,
      driver_id: driverId,
      rank: 1,
      metres: 10,
      notified_at: startedAt,
      expires_at: endsAt,
    })
    .execute()
  return round.id
}

async function furniture(
  { db }: Ground,
  { companyId, mark, phone, now }: { companyId: number; mark: string; phone: string; now: Date },
): Promise<Pick<Rows, 'polygonId' | 'blockedPhoneId' | 'savedAddressId' | 'ownPlaceId'>> {
  const { lat, long } = TOWN_SQUARE
  const ring = [
    [-1, -1],
    [-1, 1],
    [1, 1],
    [1, -1],
  ].map(([north = 0, east = 0]) => ({ lat: lat + north / 100, long: long + east / 100 }))
  const polygon = await db
    .insertInto('polygons')
    .values({ company_id: companyId, name: mark, paths: JSON.stringify(ring), area_m2: 3e6, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('stands').values({ company_id: companyId, name: mark, lat, long, created_at: now }).execute()
  await db
    .insertInto('services')
    .values({ id: 1000 + companyId, company_id: companyId, name: mark, code: 'own' })
    .execute()
  const blocked = await db
    .insertInto('blocked_phones')
    .values({ company_id: companyId, phone, reason: mark, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const saved = await db
    .insertInto('saved_addresses')
    .values({
      company_id: companyId,
      phone,
      name: mark,
      lat,
      long,
      lat_e5: Math.round(lat * 1e5),
      long_e5: Math.round(long * 1e5),
      last_used_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const own = await db
    .insertInto('internal_places')
    .values({ company_id: companyId, place_id: 'own', name: mark, lat, lng: long, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { polygonId: polygon.id, blockedPhoneId: blocked.id, savedAddressId: saved.id, ownPlaceId: own.id }
}
