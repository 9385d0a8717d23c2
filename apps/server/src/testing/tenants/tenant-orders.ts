import type { Point } from '@dispecerat/domain/kernel/geo'
import { asId, type CompanyId, type OrderId } from '@dispecerat/domain/kernel/ids'
import type { TestServer } from '../a-server.ts'
import { aDriver, anOrder } from '../builders.ts'
import { CANARY, OTHER_TENANT_PHONE, type Rows } from './other-tenant-company.ts'

/**
 * Orders of the target company: sent to its partners, driven and ended by the first partner's driver, of one of its accounts, driven and
 * ended by its own driver, cancelled. All but the account's were sent to the partners: once a driver is assigned, the invitation ends.
 */
export const SHARED_ORDERS = ['invited', 'assigned', 'ended', 'of_account', 'driven', 'done', 'canceled'] as const
export type SharedOrder = (typeof SHARED_ORDERS)[number]
export type SharedRows = Pick<Rows, 'orderId' | 'placeId'>

/** Texts on these orders that an invited partner, and a partner that drives, may read. Everything else on them is the target's. */
export const INVITED_TEXT = 'Piața Comună'
export const DRIVEN_TEXT = 'Bulevardul Partenerului'
export const DRIVEN_PHONE = '+40741000777'
const STATION: Point = { lat: 45.66, long: 25.61 }
/** Length of the recorded calls about them, a number that no other field has. */
export const RECORDED_SECONDS = 471_147

export async function sharedOrders(
  server: TestServer,
  target: Rows,
  partnerIds: readonly CompanyId[],
): Promise<Record<SharedOrder, SharedRows>> {
  const made = {} as Record<SharedOrder, SharedRows>
  for (const kind of SHARED_ORDERS) {
    const { companyId, dispatcherId, clientId, accountId } = target
    const { orderId } = await anOrder(server, { companyId, dispatcherId })
    const invites = { send_to_other_company: true, search_company_ids: [companyId, ...partnerIds] }
    const address = firstPlaceOf(kind)
    const came = kind === 'of_account' ? { protocol_user_id: accountId, address } : { ...invites, address }
    const text = isDrivenByPartner(kind) ? DRIVEN_TEXT : CANARY
    const phone = isDrivenByPartner(kind) ? DRIVEN_PHONE : OTHER_TENANT_PHONE
    const trip = await tripOf(server, kind, { target, partnerId: partnerIds[0] ?? asId<CompanyId>(0) })
    await server.db
      .updateTable('orders')
      .set({ name: text, client_phone: phone, phone, client_id: clientId, ...came, ...trip })
      .where('id', '=', orderId)
      .execute()
    made[kind] = { orderId, placeId: await placesOf(server, orderId, kind) }
    await recordOf(server, target, { orderId, text })
  }
  return made
}

function firstPlaceOf(kind: SharedOrder): string {
  if (kind === 'invited') return INVITED_TEXT
  return isDrivenByPartner(kind) ? DRIVEN_TEXT : CANARY
}

function isDrivenByPartner(kind: SharedOrder): boolean {
  return kind === 'assigned' || kind === 'ended'
}

async function tripOf(
  server: TestServer,
  kind: SharedOrder,
  { target, partnerId }: { target: Rows; partnerId: CompanyId },
) {
  if (kind === 'invited' || kind === 'of_account') return {}
  const at = server.clock.now()
  if (kind === 'canceled') {
    return { state: 'canceled' as const, cancellation_reason_type: 'no_drivers_found' as const, canceled_at: at }
  }
  const { driverId, carId, companyId } = isDrivenByPartner(kind)
    ? { ...(await aDriver(server, { companyId: partnerId })), companyId: partnerId }
    : target
  const driven = { driver_id: driverId, car_id: carId, processed_by_company_id: companyId, assigned_at: at }
  const isDone = kind === 'ended' || kind === 'done'
  if (!isDone) return { ...driven, state: 'assigned' as const, trip_state: 'waiting_driver' as const }
  return { ...driven, state: 'finished' as const, trip_finished_at: at, cost_bani: 2000 }
}

async function placesOf({ db }: TestServer, orderId: OrderId, kind: SharedOrder): Promise<number> {
  const name = isDrivenByPartner(kind) ? DRIVEN_TEXT : CANARY
  await db
    .updateTable('order_places')
    .set({ name: firstPlaceOf(kind) })
    .where('order_id', '=', orderId)
    .execute()
  const { id } = await db
    .insertInto('order_places')
    .values({ order_id: orderId, position: 1, name, ...STATION })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A recorded call about the order, and the photo of a driver who had the order before it was searched for again. */
async function recordOf(
  { db, clock }: TestServer,
  { companyId, dispatcherId, driverId }: Rows,
  { orderId, text }: { orderId: OrderId; text: string },
) {
  const at = clock.now()
  const call = { company_id: companyId, phone: OTHER_TENANT_PHONE, dispatcher_id: dispatcherId, order_id: orderId }
  const { id } = await db
    .insertInto('calls')
    .values({ ...call, state: 'ended', rang_at: at, started_at: at, ended_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sound = { file: `${orderId}.ogg`, seconds: RECORDED_SECONDS, bytes: 1, mime: 'audio/ogg', recorded_at: at }
  await db
    .insertInto('call_recordings')
    .values({ call_id: id, ...sound })
    .execute()
  const photo = { content_type: 'image/jpeg' as const, photo: Buffer.from(text), taken_at: at }
  await db
    .insertInto('order_proofs')
    .values({ order_id: orderId, driver_id: driverId, ...photo })
    .execute()
}
