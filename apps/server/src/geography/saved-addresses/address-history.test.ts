import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AddressFixture, createAddressFixture, HOME, RIVAL, TAXI } from '../../testing/map/address-fixture.ts'

const CLIENT = asId<UserId>(5)
const history = (clientId: UserId | string) => `/api/dispatcher-orders/${clientId}/address-history`
const removal = (clientId: UserId, addressId: number) =>
  `/api/dispatcher-orders/${clientId}/address-history-delete/${addressId}`

let fixture: AddressFixture

beforeAll(async () => {
  fixture = await createAddressFixture()
})
beforeEach(() => fixture.startAgain())
afterAll(() => fixture.close())

async function past(who = 'dispatcher') {
  return (await fixture.ask(who, 'GET', history(CLIENT))).json.data as { id: number; name: string; use_count: number }[]
}

describe('the address history of a client', () => {
  test('has the last used address first, including those from before the client had a name', async () => {
    await fixture.knows(TAXI)
    await fixture.use(null, TAXI)
    await fixture.use(null, TAXI)
    fixture.clock.pass(60)
    await fixture.use(CLIENT, TAXI, { name: 'Gara Brașov', lat: 45.6608, bloc: 'B2' })
    const { json } = await fixture.ask('dispatcher', 'GET', history(CLIENT))
    expect(json.data).toMatchObject([
      {
        name: 'Gara Brașov',
        bloc: 'B2',
        use_count: 1,
        last_used_at: expect.stringMatching(/^2026-03-01 \d\d:\d\d:\d\d$/),
      },
      { name: HOME.name, use_count: 2, reper: 'poarta verde' },
    ])
  })

  test('loses a deleted address, in the saved addresses too, and deleting it twice is allowed', async () => {
    await fixture.knows(TAXI)
    await fixture.use(CLIENT, TAXI)
    await fixture.use(CLIENT, TAXI, { name: 'Gara Brașov', lat: 45.6608 })
    const [station] = (await past()).filter(({ name }) => name === 'Gara Brașov')
    for (let time = 0; time < 2; time++) {
      const answer = await fixture.ask('dispatcher', 'PATCH', removal(CLIENT, station?.id ?? 0))
      expect([answer.status, answer.json]).toEqual([200, { ok: true }])
    }
    expect((await past()).map(({ name }) => name)).toEqual([HOME.name])
    expect((await fixture.ask('dispatcher', 'GET', '/api/addresses/5')).json).toHaveLength(1)
  })

  test('is separate per company: another company’s client is unknown, and a shared client shows only that company’s addresses', async () => {
    await fixture.knows(TAXI)
    await fixture.use(CLIENT, TAXI)
    expect((await fixture.ask('rival', 'GET', history(CLIENT))).status).toBe(404)
    await fixture.knows(RIVAL)
    await fixture.use(CLIENT, RIVAL, { name: 'Gara Brașov', lat: 45.6608 })
    expect((await past('rival')).map(({ name }) => name)).toEqual(['Gara Brașov'])
    const [mine] = await past()
    expect((await fixture.ask('rival', 'PATCH', removal(CLIENT, mine?.id ?? 0))).status).toBe(404)
    expect(await past()).toHaveLength(1)
    expect(await past('admin')).toHaveLength(2)
  })

  test('does not delete an address of another client', async () => {
    await fixture.knows(TAXI)
    await fixture.use(CLIENT, TAXI)
    const [address] = await past()
    expect((await fixture.ask('dispatcher', 'PATCH', removal(asId<UserId>(1), address?.id ?? 0))).status).toBe(404)
    expect((await fixture.ask('dispatcher', 'PATCH', removal(CLIENT, 999_999))).status).toBe(404)
    expect(await past()).toHaveLength(1)
  })

  test('refuses an id that is no number, and is forbidden for drivers and clients', async () => {
    expect((await fixture.ask('dispatcher', 'GET', history('cinci'))).status).toBe(422)
    await fixture.knows(TAXI)
    for (const who of ['driver', 'client']) {
      expect((await fixture.ask(who, 'GET', history(CLIENT))).status, who).toBe(403)
      expect((await fixture.ask(who, 'PATCH', removal(CLIENT, 1))).status, who).toBe(403)
    }
  })
})

describe('the audit log', () => {
  const entries = async () =>
    (
      await fixture.server.db
        .selectFrom('audit_log')
        .select(['action', 'company_id', 'user_id', 'before', 'after'])
        .where('entity', '=', 'saved_address')
        .orderBy('id')
        .execute()
    ).map(({ action, company_id, user_id, before, after }) => ({ action, company_id, user_id, before, after }))

  test('records who deleted and who restored an address, once each', async () => {
    await fixture.knows(TAXI)
    await fixture.use(CLIENT, TAXI, { bloc: '4' })
    const [address] = await past()
    const { id = 0 } = address ?? {}
    for (let time = 0; time < 2; time++) await fixture.ask('dispatcher', 'PATCH', removal(CLIENT, id))
    for (let time = 0; time < 2; time++) await fixture.ask('dispatcher', 'POST', `/api/addresses/${id}/restore`)
    await fixture.ask('admin', 'DELETE', `/api/addresses/${id}`)
    await fixture.ask('rival', 'DELETE', `/api/addresses/${id}`)
    const line = { company_id: TAXI }
    const fields = { name: HOME.name, bloc: '4', reper: 'poarta verde' }
    expect(await entries()).toMatchObject([
      { ...line, action: 'deleted', user_id: 1, before: fields, after: {} },
      { ...line, action: 'restored', user_id: 1, before: {}, after: fields },
      { ...line, action: 'deleted', user_id: 3, before: fields, after: {} },
    ])
  })
})

describe('a restored deletion', () => {
  test('offers the saved address again, with its count', async () => {
    await fixture.use(null, TAXI)
    await fixture.use(null, TAXI)
    const read = async () => (await fixture.ask('dispatcher', 'GET', '/api/addresses/0722333444')).json
    const [address] = await read()
    await fixture.ask('dispatcher', 'DELETE', `/api/addresses/${address.id}`)
    expect(await read()).toEqual([])
    expect((await fixture.ask('rival', 'POST', `/api/addresses/${address.id}/restore`)).status).toBe(404)
    expect(await read()).toEqual([])
    expect((await fixture.ask('dispatcher', 'POST', `/api/addresses/${address.id}/restore`)).json).toEqual({ ok: true })
    expect(await read()).toMatchObject([{ id: address.id, use_count: 2 }])
  })

  test('shows the company’s own place in its searches again, not in another company’s', async () => {
    const body = { name: 'Depozitul Verde', lat: 45.65, lng: 25.6 }
    const { placeId } = (await fixture.ask('dispatcher', 'POST', '/api/add-place', body)).json.data
    const found = async () =>
      (await fixture.ask('dispatcher', 'GET', '/api/places-search-new?input=depozitul')).json.filter(
        (place: { is_internal: boolean }) => place.is_internal,
      )
    await fixture.ask('dispatcher', 'DELETE', `/api/delete-place/${placeId}`)
    expect(await found()).toEqual([])
    expect((await fixture.ask('rival', 'POST', `/api/delete-place/${placeId}/restore`)).status).toBe(404)
    expect((await fixture.ask('dispatcher', 'POST', '/api/delete-place/gz_1_12/restore')).status).toBe(403)
    expect((await fixture.ask('dispatcher', 'POST', `/api/delete-place/${placeId}/restore`)).status).toBe(200)
    expect(await found()).toMatchObject([{ placeId, name: 'Depozitul Verde' }])
  })
})
