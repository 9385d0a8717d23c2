import { changeGroupSettings } from '@dispecerat/contract/identity/settings'
import { listChanges } from '@dispecerat/contract/office/changes'
import { cancelOrder, editOrder, readOrderHistory, setDriverAndFinish } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anOffice, type Office } from '../../testing/an-office.ts'
import { aCompany } from '../../testing/builders.ts'

const reason = 'șoferul a tastat greșit'
const editor =
  ({ fixture }: Office, id: number) =>
  (body: object, token: string) =>
    fixture.server.request(editOrder, { params: { id }, body }, token)

test("a dispatcher changes the fare of a finished order up to the company's limit, over all changes together", async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  await office.set({ commission_type: 'percent', commission_value: 10 })
  const id = await office.drive(100)
  const edit = editor(office, id)
  expect(await office.balance()).toBe(-10_00)

  const far = await edit({ cost: 5000, fare_reason: reason }, fixture.dispatcher)
  expect([far.status, far.body.errors]).toEqual([
    422,
    { cost: ['Puteți schimba cel mult 50,00 RON; restul îl schimbă administratorul'] },
  ])
  expect((await edit({ cost: 130, fare_reason: reason }, fixture.dispatcher)).status).toBe(200)
  expect((await fixture.read(id)).finance_info.fare_left).toBe(20)
  expect((await edit({ cost: 151, fare_reason: reason }, fixture.colleague)).status).toBe(422)
  expect((await edit({ payment_type: 'card', fare_reason: reason }, fixture.dispatcher)).body.errors).toEqual({
    payment_type: ['Puteți schimba cel mult 20,00 RON; restul îl schimbă administratorul'],
  })
  expect(await office.balance()).toBe(-13_00)
  expect((await edit({ cost: 500, fare_reason: reason }, boss)).status).toBe(200)
  expect(await office.balance()).toBe(-50_00)
  await office.expectRight()
})

test('with a limit of 0 only administrators change fares', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const limit = { params: { group: 'orders' }, body: { dispatcher_fare_limit_ron: 0 } } as const
  expect((await fixture.server.request(changeGroupSettings, limit, boss)).status).toBe(200)
  const edit = editor(office, await office.drive(20))
  for (const body of [{ cost: 21 }, { discount_amount: 1 }, { payment_type: 'card' }]) {
    const answer = await edit({ ...body, fare_reason: reason }, fixture.dispatcher)
    const [field = ''] = Object.keys(body)
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { [field]: ['Tariful îl poate schimba numai administratorul companiei'] },
    ])
  }
  expect((await edit({ about_client: 'sună la interfon' }, fixture.dispatcher)).status).toBe(200)
  expect((await edit({ cost: 21, fare_reason: reason }, boss)).status).toBe(200)
})

test('a changed fare needs a reason, and its author is in the history, the audit log and the ledger', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const { server } = fixture
  await office.set({ commission_type: 'percent', commission_value: 10 })
  const id = await office.drive(30)
  const edit = editor(office, id)
  const silent = await edit({ cost: 40 }, fixture.dispatcher)
  expect([silent.status, silent.body.errors]).toEqual([422, { fare_reason: ['Scrieți motivul schimbării'] }])
  expect((await edit({ cost: 30 }, fixture.dispatcher)).status).toBe(200)
  await edit({ cost: 40, fare_reason: reason }, fixture.dispatcher)

  const { reply } = await server.request(readOrderHistory, { params: { id } }, boss)
  expect(reply.data.at(-1)).toMatchObject({
    type: 'edited',
    initiator: { id: fixture.dispatcherId },
    data: { fields: ['cost'], fare: { before: { cost: 30 }, after: { cost: 40 }, reason } },
  })
  const changes = await server.request(
    listChanges,
    { query: { entity: 'order', entity_id: String(id) } } as never,
    boss,
  )
  expect(changes.reply.data).toMatchObject([{ user: { id: fixture.dispatcherId } }])
  expect(changes.reply.data[0]?.fields).toEqual(
    expect.arrayContaining([
      { field: 'cost', before: 30, after: 40 },
      expect.objectContaining({ field: 'reason', after: reason }),
    ]),
  )
  const { rows } = await sql`
    select kind, created_by as "by", note from ledger_transactions where order_id = ${id} order by id offset 1
  `.execute(server.db)
  expect(rows).toEqual([
    { kind: 'correction', by: fixture.dispatcherId, note: `Tarif modificat: ${reason}` },
    { kind: 'order', by: fixture.dispatcherId, note: reason },
  ])
})

test('the fare of an order that a partner drove cannot be changed by users outside that partner', async () => {
  await using office = await anOffice()
  const { fixture, boss } = office
  const id = await office.drive(30)
  const { companyId } = await aCompany(fixture.server)
  await fixture.server.db
    .updateTable('orders')
    .set({ processed_by_company_id: companyId })
    .where('id', '=', id)
    .execute()
  const edit = editor(office, id)
  for (const token of [fixture.dispatcher, boss]) {
    const answer = await edit({ cost: 31, fare_reason: reason }, token)
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { cost: ['Cursa a fost făcută de un șofer al altei companii; tariful ei nu se mai schimbă de aici'] },
    ])
  }
  expect((await edit({ about_client: 'sună la interfon' }, fixture.dispatcher)).status).toBe(200)
})

test('a cost entered before a trip is closed by hand is limited too', async () => {
  await using office = await anOffice()
  const { fixture, ion } = office
  const { id } = await fixture.place({ payment_type: 'card' })
  await fixture.server.request(cancelOrder, { params: { id }, body: {} }, fixture.dispatcher)
  expect((await editor(office, id)({ cost: 5000 }, fixture.dispatcher)).status).toBe(422)
  await fixture.server.request(
    setDriverAndFinish,
    { params: { id }, body: { driverId: ion.driverId } },
    fixture.dispatcher,
  )
  expect((await fixture.read(asId<OrderId>(id))).finance_info.driver_payment).toBe(0)
})

test('a cost entered in a draft is limited too, because the draft keeps it when it is placed', async () => {
  await using office = await anOffice()
  const { fixture, boss, accountId } = office
  const { id } = await fixture.place({ draft: true, payment_type: 'protocol', protocol_user_id: accountId })
  const edit = editor(office, id)
  const far = await edit({ cost: 5000 }, fixture.dispatcher)
  expect([far.status, Object.keys(far.body.errors ?? {})]).toEqual([422, ['cost']])
  expect((await edit({ payment_type: 'card' }, fixture.dispatcher)).status).toBe(200)
  expect((await fixture.read(asId<OrderId>(id))).cost).toBeNull()
  expect((await edit({ cost: 300 }, boss)).status).toBe(200)
  const about = { query: { entity: 'order', entity_id: String(id) } } as const
  const { reply } = await fixture.server.request(listChanges, about, boss)
  const costs = reply.data.flatMap(({ fields }) => fields.filter(({ field }) => field === 'cost'))
  expect(costs).toEqual([{ field: 'cost', before: null, after: 300 }])
})

test('a discount entered by hand before the end is computed with the cost of the trip', async () => {
  await using office = await anOffice()
  const { fixture, accountId } = office
  const { id } = await fixture.place({ payment_type: 'protocol', protocol_user_id: accountId })
  await fixture.assign(asId<OrderId>(id))
  const edit = editor(office, id)
  expect((await edit({ cost: 50, discount_amount: 1 }, office.boss)).status).toBe(200)
  await office.finish(asId<OrderId>(id), 20)
  expect(await fixture.read(asId<OrderId>(id))).toMatchObject({
    cost: 20,
    discounted_cost: 19,
    finance_info: { driver_payment: 19 },
  })
})
