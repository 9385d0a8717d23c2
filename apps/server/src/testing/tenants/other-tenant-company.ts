import type { CarId, CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { aClient, aCompany, aDispatcher, aDriver, anOrder, aUser, type Ground, TOWN_SQUARE } from '../builders.ts'
import { type DispatcherRows, dispatcherRows } from './other-tenant-rows-of-dispatchers.ts'
import { type MessageRows, messageRows } from './other-tenant-rows-of-messages.ts'
import { type OfficeRows, officeRows } from './other-tenant-rows-of-the-office.ts'
import { type SearchRows, searchRows } from './other-tenant-rows-of-the-search.ts'

/** Part of every text of the other company; no reply to our users may contain it. */
export const CANARY = 'Canar de la Vecini'
export const OTHER_TENANT_PHONE = '+40741000999'
/** Phone of the company whose people are our clients. */
export const KNOWN_PHONE = '+40741000888'
/** Phone of the company that revokes permissions. */
export const REVOKING_PHONE = '+40741000555'

/** Ids of one row of every kind. */
export interface Rows extends CompanyRows, OrderRows, DispatcherRows, SearchRows, OfficeRows, MessageRows {}

interface CompanyRows {
  companyId: CompanyId
  dispatcherEmail: string
  dispatcherId: UserId
  driverEmail: string
  driverId: DriverId
  carId: CarId
  /** Id of a protocol account. */
  accountId: UserId
  /** Id of a company that requested a partnership with this one. */
  askedById: CompanyId
}

interface OrderRows {
  orderId: OrderId
  clientId: UserId
  /** Id of a client whose phone number appears in no request. */
  quietClientId: UserId
  placeId: number
}

/** A company with one row of everything that a screen can show. `mark` is written into each text. */
export async function aFurnishedCompany(ground: Ground, mark: string, phone: string): Promise<Rows> {
  const company = await companyRows(ground, mark)
  const order = await orderRows(ground, { ...company, mark, phone })
  const about = { ...company, ...order, mark, phone }
  return {
    ...company,
    ...order,
    ...(await officeRows(ground, about)),
    ...(await searchRows(ground, about)),
    ...(await dispatcherRows(ground, about)),
    ...(await messageRows(ground, about)),
  }
}

async function companyRows(ground: Ground, mark: string): Promise<CompanyRows> {
  const { db } = ground
  const { companyId } = await aCompany(ground, { name: mark })
  const dispatcher = await aDispatcher(ground, { companyId })
  const driver = await aDriver(ground, { companyId, at: TOWN_SQUARE })
  await db.updateTable('users').set({ name: mark }).where('id', 'in', [dispatcher.userId, driver.driverId]).execute()
  const account = await aUser(ground, { roles: ['company'], companyIds: [companyId], name: mark })
  await db.insertInto('protocol_companies').values({ user_id: account.userId, company_id: companyId }).execute()
  const requestedById = (await aCompany(ground)).companyId
  const question = { company_id: requestedById, partner_company_id: companyId, asked_at: ground.clock.now() }
  await db.insertInto('company_partners').values(question).execute()
  return {
    companyId,
    askedById: requestedById,
    dispatcherEmail: dispatcher.email,
    dispatcherId: dispatcher.userId,
    driverEmail: driver.email,
    driverId: driver.driverId,
    carId: driver.carId,
    accountId: account.userId,
  }
}

async function orderRows(
  ground: Ground,
  { companyId, dispatcherId, mark, phone }: CompanyRows & { mark: string; phone: string },
): Promise<OrderRows> {
  const { db } = ground
  const { orderId } = await anOrder(ground, { companyId, dispatcherId })
  const { clientId } = await aClient(ground, { companyIds: [companyId], phone, name: mark, about: mark })
  await db
    .updateTable('orders')
    .set({ address: mark, name: mark, client_phone: phone, phone, client_id: clientId })
    .where('id', '=', orderId)
    .execute()
  const { id: placeId } = await db
    .updateTable('order_places')
    .set({ name: mark })
    .where('order_id', '=', orderId)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { clientId: quietClientId } = await aClient(ground, { companyIds: [companyId], name: mark })
  return { orderId, clientId, quietClientId, placeId }
}
