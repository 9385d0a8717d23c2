import { asId, type CompanyId, type DriverId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import type { Db } from '../../platform/db/database.ts'
import type { TestServer } from '../a-server.ts'
import { type ADriver, aBalance, aDriver, anOrder } from '../builders.ts'
import { CANARY, OTHER_TENANT_PHONE, type Rows } from './other-tenant-company.ts'

/** A driver with history in the company. That history stays with the company, wherever the driver works next. */
export async function aDriverWithPast(server: TestServer, target: Rows): Promise<ADriver> {
  const { db, clock } = server
  const { companyId, dispatcherId, clientId } = target
  const driver = await aDriver(server, { companyId })
  const { driverId } = driver
  const at = clock.now()
  const { orderId } = await anOrder(server, { companyId, dispatcherId })
  const trip = { driver_id: driverId, car_id: driver.carId, processed_by_company_id: companyId, assigned_at: at }
  const personal = {
    name: CANARY,
    client_name: CANARY,
    address: CANARY,
    client_phone: OTHER_TENANT_PHONE,
    phone: OTHER_TENANT_PHONE,
  }
  await db
    .updateTable('orders')
    .set({ ...trip, ...personal, client_id: clientId, state: 'finished', trip_finished_at: at, cost_bani: 2000 })
    .where('id', '=', orderId)
    .execute()
  await db.updateTable('order_places').set({ name: CANARY }).where('order_id', '=', orderId).execute()
  await opinions(db, { orderId, driverId, clientId, raterId: dispatcherId, at })
  await db
    .insertInto('incidents')
    .values({
      company_id: companyId,
      driver_id: driverId,
      order_id: orderId,
      type: 'other',
      text: CANARY,
      created_at: at,
    })
    .execute()
  const ban = { user_id: driverId, company_id: companyId, banned_at: at, until: at, reason: CANARY }
  await db
    .insertInto('user_bans')
    .values({ ...ban, by_kind: 'dispatcher', by_user_id: dispatcherId, ended_at: at, end_reason: 'lifted' })
    .execute()
  await talkOf(db, { companyId, driverId, at })
  for (const bani of [500, -500]) await aBalance(server, { companyId, driverId, bani })
  return driver
}

async function opinions(
  db: Db,
  about: { orderId: OrderId; driverId: DriverId; clientId: UserId; raterId: number; at: Date },
): Promise<void> {
  const { orderId, driverId, clientId, raterId, at } = about
  const people = { order_id: orderId, driver_id: driverId, client_id: clientId, created_at: at }
  const rating = { stars: 2, tags: [], comment: CANARY }
  await db
    .insertInto('ratings')
    .values([
      { ...people, ...rating, direction: 'of_driver', source: 'dispatcher', given_by: asId<UserId>(raterId) },
      { ...people, ...rating, direction: 'of_client', source: 'driver_app', given_by: driverId },
    ])
    .execute()
}

async function talkOf(db: Db, { companyId, driverId, at }: { companyId: CompanyId; driverId: DriverId; at: Date }) {
  const { id } = await db
    .insertInto('conversations')
    .values({ company_id: companyId, interlocutor_id: driverId, last_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('messages')
    .values({ company_id: companyId, conversation_id: id, sender_id: driverId, message: CANARY, created_at: at })
    .execute()
}
