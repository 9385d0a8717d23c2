import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { acceptOrder, arriveAtPickup, driverCancel } from '@dispecerat/contract/dispatch/driver'
import { changeMessageText } from '@dispecerat/contract/office/message-texts'
import { takeBackOrder } from '@dispecerat/contract/orders/by-hand'
import { cancelOrder, createOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import { asId, NO_USER, type OrderId } from '@dispecerat/domain/kernel/ids'
import type { TextKey } from '@dispecerat/domain/office/message-texts'
import { smsSize } from '@dispecerat/domain/office/sms-size'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { createSearchFixture, type SearchFixture } from '../../testing/search-fixture.ts'

/** An SMS gateway that accepts every request. */
const gateway = http.createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  sent.push((JSON.parse(Buffer.concat(parts).toString()) as { to: string }).to)
  response.end()
})
const sent: string[] = []
let fixture: SearchFixture
let manager: string

beforeAll(async () => {
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const { port } = gateway.address() as AddressInfo
  const env = { SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/send` }
  fixture = await createSearchFixture({ metres: [100], steps: [{ searchSeconds: 600 }], server: { env } })
  const { server, companyId } = fixture
  await server.db
    .updateTable('companies')
    .set({ name: 'Taxi Țepeș', phone: '+40268401401' })
    .where('id', '=', companyId)
    .execute()
  manager = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
})
afterAll(async () => {
  await fixture.server.stop()
  gateway.closeAllConnections()
  gateway.close()
})
beforeEach(async () => {
  await fixture.server.db.deleteFrom('message_texts').execute()
  await fixture.server.db.deleteFrom('outbox').execute()
  sent.length = 0
})

const word = (key: TextKey, body: object) =>
  fixture.server.request(changeMessageText, { params: { key }, body: body as never }, manager)
const outboundMessages = () => fixture.server.db.selectFrom('outbox').selectAll().orderBy('id').execute()
const asDriver = { accept: acceptOrder, arrive: arriveAtPickup } as const
const drive = (step: keyof typeof asDriver, id: number) =>
  fixture.server.request(
    asDriver[step],
    { params: { id }, body: step === 'accept' ? { waiting_driver_time: 5 } : undefined } as never,
    fixture.drivers[0]?.token,
  )
const giveBack = (id: number) =>
  fixture.server.request(driverCancel, { params: { id }, body: { reason: 'Pană' } as never }, fixture.drivers[0]?.token)
const cancel = (id: number) => fixture.server.request(cancelOrder, { params: { id }, body: {} }, fixture.dispatcher)

async function placedFrom(phone: string): Promise<OrderId> {
  const places = [{ name: 'Piața Sfatului 1', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }]
  const { reply } = await fixture.server.request(
    createOrder,
    { body: { client_phone: phone, places } },
    fixture.dispatcher,
  )
  await fixture.settle()
  return asId<OrderId>(reply.data.id)
}

test('without an enabled text no client is written to', async () => {
  const id = await placedFrom('+40744111001')
  expect((await drive('accept', id)).status).toBe(200)
  expect((await drive('arrive', id)).status).toBe(200)
  await cancel(id)
  expect(await outboundMessages()).toEqual([])
})

test('a client gets one SMS when a driver is assigned and one on arrival, and the order’s history shows their delivery', async () => {
  await word('client_assigned', { is_on: true })
  await word('client_arrived', { is_on: true, text: 'Mașina {indicativ} vă așteaptă. {companie}', is_plain: false })
  const id = await placedFrom('+40744111002')
  await drive('accept', id)
  const [first] = await outboundMessages()
  expect(first).toMatchObject({ kind: 'sms', recipient: '+40744111002', order_id: id, company_id: fixture.companyId })
  const car = fixture.drivers[0]?.indicativ
  expect(first?.text).toMatch(
    new RegExp(`^Taxi Tepes: masina ${car} \\(Dacia.*\\) ajunge la Piata Sfatului 1 in 5 minute`),
  )
  expect(first?.text).toContain('Informatii: 0268401401')
  expect(smsSize(first?.text ?? '')).toMatchObject({ alphabet: 'gsm7', segments: 1 })
  await drive('arrive', id)
  expect((await outboundMessages())[1]?.text).toBe(`Mașina ${car} vă așteaptă. Taxi Țepeș`)

  const deliveries = async () => {
    const history = (await fixture.server.request(readOrderHistory, { params: { id } }, fixture.dispatcher)).reply.data
    return history.filter(({ type }) => type === 'client_texted').map(({ data }) => data)
  }
  await expect.poll(deliveries, { timeout: 20_000 }).toMatchObject([
    { message: 'client_assigned', letter_state: 'sent' },
    { message: 'client_arrived', letter_state: 'sent' },
  ])
  expect(sent).toEqual(['+40744111002', '+40744111002'])
  await cancel(id)
})

test('a client gets an SMS when the company cancels the order, and when its driver returns it or loses it', async () => {
  await word('client_canceled', { is_on: true })
  const first = await placedFrom('+40744111003')
  await cancel(first)
  const second = await placedFrom('+40744111004')
  await drive('accept', second)
  await word('client_searching', { is_on: true })
  expect((await giveBack(second)).status).toBe(200)
  const sms = await outboundMessages()
  expect(sms.map(({ recipient }) => recipient)).toEqual(['+40744111003', '+40744111004'])
  expect(sms[1]?.text).toMatch(/^Taxi Tepes: masina nu mai poate ajunge la Piata Sfatului 1\. Cautam alta/)
  expect(smsSize(sms[1]?.text ?? '')).toMatchObject({ alphabet: 'gsm7', segments: 1 })
  await cancel(second)
  const third = await placedFrom('+40744111006')
  await drive('accept', third)
  const request = { params: { id: third }, body: { reason: 'Nu răspunde' } }
  expect((await fixture.server.request(takeBackOrder, request, fixture.dispatcher)).status).toBe(200)
  expect((await outboundMessages()).at(-1)).toMatchObject({ recipient: '+40744111006', text: sms[1]?.text })
  await cancel(third)
})

test('a client with a landline, and one with the app, get no SMS', async () => {
  await word('client_canceled', { is_on: true })
  await cancel(await placedFrom('+40268555666'))
  const id = await placedFrom('+40744111005')
  const { client_id } = await fixture.server.db
    .selectFrom('orders')
    .select('client_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const now = fixture.server.clock.now()
  await fixture.server.db
    .insertInto('access_tokens')
    .values({
      user_id: client_id ?? NO_USER,
      token_hash: Buffer.from('client-app'),
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + 60_000),
    })
    .execute()
  await cancel(id)
  expect(await outboundMessages()).toEqual([])
})
