import { finishTrip, startTrip } from '@dispecerat/contract/dispatch/driver'
import { createOrder, readOrder } from '@dispecerat/contract/orders/orders'
import { readProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCompany, aDispatcher, aDriver } from '../../testing/builders.ts'
import {
  createSearchFixture,
  expectInvariants,
  northOfPickup,
  type SearchFixture,
} from '../../testing/search-fixture.ts'
import { aFlatTariff, anAccount } from '../testing/an-account.ts'
import { accept, idOf, METRES, RADIUS } from '../testing/by-hand.ts'
import { SQUARE, STATION } from '../testing/order-fixture.ts'
import { aReplacementOf, me, type ReplacementFixture, view } from './testing/replacement-fixture.ts'

const TRIP = { places: [SQUARE, STATION] }

/** Each company takes its own share of a fare in cash. */
async function takePercent({ server }: SearchFixture, companyId: number, percent: number): Promise<void> {
  await sql`
    insert into finance_settings (company_id, commission_type, commission_hundredths, updated_at)
    values (${companyId}, 'percent', ${percent * 100}, ${server.clock.now()})
  `.execute(server.db)
}

/** The driver of this index drives the order and ends it for 40 RON. */
async function drive({ server, drivers, orderId, settle }: ReplacementFixture, index: number): Promise<void> {
  const params = { id: orderId }
  const token = drivers[index]?.token
  expect((await server.request(startTrip, { params }, token)).status).toBe(200)
  server.pass(1200)
  expect((await server.request(finishTrip, { params, body: { cost: 40 } }, token)).status).toBe(200)
  await settle()
}

const balances = async (fixture: ReplacementFixture, ...indexes: number[]) =>
  Promise.all(indexes.map(async (index) => (await me(fixture, index)).balance))

test('an order on an account: its amount is reserved once, and only the driver who drives is paid and counted', async () => {
  await using fixture = await createSearchFixture({ metres: METRES, steps: [RADIUS] })
  const { server, companyId, dispatcher } = fixture
  await aFlatTariff(server, companyId, 1, 30_00)
  await takePercent(fixture, companyId, 10)
  const account = await anAccount(server, companyId, { limitBani: 59_00 })
  const charged = { ...TRIP, payment_type: 'protocol', protocol_user_id: account.userId } as const
  const open = async () => (await server.request(readProtocolAccount, {}, account.token)).reply.data.open_amount

  const replacement = await aReplacementOf(fixture, charged)
  expect(await open()).toBe(30)
  expect((await accept(fixture, 1, replacement.orderId)).status).toBe(200)
  await fixture.settle()
  expect(await open()).toBe(30)
  expect(await view(replacement)).toMatchObject({ estimated_cost: 30 })
  const second = { body: { client_phone: '+40740999002', ...charged } }
  expect((await server.request(createOrder, second, dispatcher)).status).toBe(422)

  await drive(replacement, 1)
  expect(await open()).toBe(40)
  expect((await view(replacement)).finance_info).toMatchObject({ driver_payment: 36, is_paid: false })
  expect(await balances(replacement, 0, 1)).toEqual([0, 0])
  const { rows } = await sql<{ driver_id: number; finished: number }>`
    select driver_id, count(*)::integer as finished from orders where state = 'finished' group by driver_id`.execute(
    server.db,
  )
  expect(rows).toEqual([{ driver_id: idOf(fixture, 1), finished: 1 }])
  await expectInvariants(server)
})

test.each(['cash', 'card'] as const)(
  'an order paid by %s: the commission is charged once, to the driver who drove',
  async (payment_type) => {
    await using fixture = await createSearchFixture({ metres: METRES, steps: [RADIUS] })
    await takePercent(fixture, fixture.companyId, 10)
    const replacement = await aReplacementOf(fixture, { ...TRIP, payment_type })
    await accept(fixture, 1, replacement.orderId)
    await fixture.settle()
    expect(await balances(replacement, 0, 1)).toEqual([0, 0])
    await drive(replacement, 1)
    const charged = payment_type === 'cash' ? -4 : 0
    expect(await balances(replacement, 0, 1)).toEqual([0, charged])
    expect(await view(replacement)).toMatchObject({ cost: 40, driver_id: idOf(fixture, 1) })
    await expectInvariants(fixture.server)
  },
)

interface Partners extends SearchFixture {
  partnerId: number
  partner: string
}

/** The driver of this index is one of a partner, whom orders are sent to. */
async function withPartner(index: number): Promise<Partners> {
  const fixture = await createSearchFixture({ metres: METRES, steps: [RADIUS], hasJobs: false })
  const { server, companyId } = fixture
  const { companyId: partnerId } = await aCompany(server)
  const accepted_at = server.clock.now()
  const agreed = { company_id: companyId, partner_company_id: partnerId, accepted_at }
  await server.db.insertInto('company_partners').values(agreed).execute()
  const driver = await aDriver(server, { companyId: partnerId, at: northOfPickup(METRES[0]) })
  fixture.drivers.splice(index, 1, { ...driver, token: await server.logIn(driver.email) })
  const partner = await server.logIn((await aDispatcher(server, { companyId: partnerId })).email)
  await takePercent(fixture, companyId, 10)
  await takePercent(fixture, partnerId, 25)
  await server.startJobs()
  return { ...fixture, partnerId, partner, [Symbol.asyncDispose]: () => server.stop() }
}

const seenBy = async ({ server }: SearchFixture, orderId: OrderId, token: string) =>
  (await server.request(readOrder, { params: { id: orderId } }, token)).status

test('a driver of a partner loses the order: the partner sees it no longer, and our driver owes us', async () => {
  await using fixture = await withPartner(0)
  const { server, partner, partnerId, companyId } = fixture
  const replacement = await aReplacementOf(fixture, { ...TRIP, search_company_ids: [partnerId] })
  const { orderId } = replacement
  expect(await view(replacement)).toMatchObject({ processed_by_company_id: partnerId })
  expect(await seenBy(fixture, orderId, partner)).toBe(200)
  const console = await server.socket(partner)

  expect((await accept(fixture, 1, orderId)).status).toBe(200)
  await fixture.settle()
  await console.waitForEvent('remove_live_order', ({ order_id }) => order_id === orderId)
  expect(await seenBy(fixture, orderId, partner)).toBe(404)
  expect(await me(fixture, 0)).toMatchObject({ is_busy: false, active_orders: [] })
  expect(await view(replacement)).toMatchObject({
    processed_by_company_id: companyId,
    driver_id: idOf(fixture, 1),
  })
  await drive(replacement, 1)
  expect(await balances(replacement, 0, 1)).toEqual([0, -4])
  await console.caughtUp()
  const later = console
    .framesOf('order_updated')
    .filter((frame) => (frame.data as { order_id: number }).order_id === orderId)
  expect(later).toEqual([])
  await expectInvariants(server)
})

test('a driver of a partner gets the order: the partner sees it, and its driver owes the partner', async () => {
  await using fixture = await withPartner(1)
  const { server, partner, partnerId } = fixture
  const replacement = await aReplacementOf(fixture, { ...TRIP, search_company_ids: [partnerId] })
  const { orderId } = replacement
  expect((await accept(fixture, 1, orderId)).status).toBe(200)
  await fixture.settle()
  expect(await seenBy(fixture, orderId, partner)).toBe(200)
  expect(await view(replacement)).toMatchObject({ processed_by_company_id: partnerId, driver_id: idOf(fixture, 1) })
  await drive(replacement, 1)
  expect(await balances(replacement, 0, 1)).toEqual([0, -10])
  await expectInvariants(server)
})

test('nobody replaces the driver of a partner: the partner keeps the order', async () => {
  await using fixture = await withPartner(0)
  const replacement = await aReplacementOf(fixture, { ...TRIP, search_company_ids: [fixture.partnerId] })
  await fixture.pass(61)
  expect(await view(replacement)).toMatchObject({
    processed_by_company_id: fixture.partnerId,
    driver_id: idOf(fixture, 0),
    replacement_since: null,
  })
  await drive(replacement, 0)
  expect(await balances(replacement, 0, 1)).toEqual([-10, 0])
  await expectInvariants(fixture.server)
})
