import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AddressFixture, createAddressFixture, HOME, RIVAL, TAXI } from '../testing/address-fixture.ts'

const CLIENT = 5
const history = (clientId: number | string) => `/api/dispatcher-orders/${clientId}/address-history`
const removal = (clientId: number, addressId: number) =>
  `/api/dispatcher-orders/${clientId}/address-history-delete/${addressId}`

let desk: AddressFixture

beforeAll(async () => {
  desk = await createAddressFixture()
})
beforeEach(() => desk.startAgain())
afterAll(() => desk.close())

async function past(who = 'dispatcher') {
  return (await desk.ask(who, 'GET', history(CLIENT))).json.data as { id: number; name: string; use_count: number }[]
}

describe('the addresses of a client’s past', () => {
  test('come with the last used first, those from before he had a name among them', async () => {
    await desk.knows(TAXI)
    await desk.use(null, TAXI)
    await desk.use(null, TAXI)
    desk.clock.pass(60)
    await desk.use(CLIENT, TAXI, { name: 'Gara Brașov', lat: 45.6608, bloc: 'B2' })
    const { json } = await desk.ask('dispatcher', 'GET', history(CLIENT))
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

  test('lose the one that is taken out, in the saved addresses too, and doing it twice is fine', async () => {
    await desk.knows(TAXI)
    await desk.use(CLIENT, TAXI)
    await desk.use(CLIENT, TAXI, { name: 'Gara Brașov', lat: 45.6608 })
    const [station] = (await past()).filter(({ name }) => name === 'Gara Brașov')
    for (let time = 0; time < 2; time++) {
      const answer = await desk.ask('dispatcher', 'PATCH', removal(CLIENT, station?.id ?? 0))
      expect([answer.status, answer.json]).toEqual([200, { ok: true }])
    }
    expect((await past()).map(({ name }) => name)).toEqual([HOME.name])
    expect((await desk.ask('dispatcher', 'GET', '/api/addresses/5')).json).toHaveLength(1)
  })

  test('are the company’s own: another company’s client is unknown, and a shared one shows only what he used there', async () => {
    await desk.knows(TAXI)
    await desk.use(CLIENT, TAXI)
    expect((await desk.ask('rival', 'GET', history(CLIENT))).status).toBe(404)
    await desk.knows(RIVAL)
    await desk.use(CLIENT, RIVAL, { name: 'Gara Brașov', lat: 45.6608 })
    expect((await past('rival')).map(({ name }) => name)).toEqual(['Gara Brașov'])
    const [mine] = await past()
    expect((await desk.ask('rival', 'PATCH', removal(CLIENT, mine?.id ?? 0))).status).toBe(404)
    expect(await past()).toHaveLength(1)
    expect(await past('admin')).toHaveLength(2)
  })

  test('of somebody else are not taken out through his client', async () => {
    await desk.knows(TAXI)
    await desk.use(CLIENT, TAXI)
    const [address] = await past()
    expect((await desk.ask('dispatcher', 'PATCH', removal(1, address?.id ?? 0))).status).toBe(404)
    expect((await desk.ask('dispatcher', 'PATCH', removal(CLIENT, 999_999))).status).toBe(404)
    expect(await past()).toHaveLength(1)
  })

  test('are nobody’s under letters, and closed to a driver and to a client', async () => {
    expect((await desk.ask('dispatcher', 'GET', history('cinci'))).status).toBe(422)
    await desk.knows(TAXI)
    for (const who of ['driver', 'client']) {
      expect((await desk.ask(who, 'GET', history(CLIENT))).status, who).toBe(403)
      expect((await desk.ask(who, 'PATCH', removal(CLIENT, 1))).status, who).toBe(403)
    }
  })
})

describe('the journal of changes', () => {
  const told = async () =>
    (
      await desk.server.db
        .selectFrom('audit_log')
        .select(['action', 'company_id', 'user_id', 'before', 'after'])
        .where('entity', '=', 'saved_address')
        .orderBy('id')
        .execute()
    ).map(({ action, company_id, user_id, before, after }) => ({ action, company_id, user_id, before, after }))

  test('says who deleted which address of a client and who brought it back, once each', async () => {
    await desk.knows(TAXI)
    await desk.use(CLIENT, TAXI, { bloc: '4' })
    const [address] = await past()
    const { id = 0 } = address ?? {}
    for (let time = 0; time < 2; time++) await desk.ask('dispatcher', 'PATCH', removal(CLIENT, id))
    for (let time = 0; time < 2; time++) await desk.ask('dispatcher', 'POST', `/api/addresses/${id}/restore`)
    await desk.ask('admin', 'DELETE', `/api/addresses/${id}`)
    await desk.ask('rival', 'DELETE', `/api/addresses/${id}`)
    const line = { company_id: TAXI }
    const kept = { name: HOME.name, bloc: '4', reper: 'poarta verde' }
    expect(await told()).toMatchObject([
      { ...line, action: 'deleted', user_id: 1, before: kept, after: {} },
      { ...line, action: 'restored', user_id: 1, before: {}, after: kept },
      { ...line, action: 'deleted', user_id: 3, before: kept, after: {} },
    ])
  })
})

describe('a deletion that is taken back', () => {
  test('offers the saved address again, with its count', async () => {
    await desk.use(null, TAXI)
    await desk.use(null, TAXI)
    const read = async () => (await desk.ask('dispatcher', 'GET', '/api/addresses/0722333444')).json
    const [address] = await read()
    await desk.ask('dispatcher', 'DELETE', `/api/addresses/${address.id}`)
    expect(await read()).toEqual([])
    expect((await desk.ask('rival', 'POST', `/api/addresses/${address.id}/restore`)).status).toBe(404)
    expect(await read()).toEqual([])
    expect((await desk.ask('dispatcher', 'POST', `/api/addresses/${address.id}/restore`)).json).toEqual({ ok: true })
    expect(await read()).toMatchObject([{ id: address.id, use_count: 2 }])
  })

  test('brings the company’s own place back into its searches, not into another’s', async () => {
    const body = { name: 'Depozitul Verde', lat: 45.65, lng: 25.6 }
    const { placeId } = (await desk.ask('dispatcher', 'POST', '/api/add-place', body)).json.data
    const found = async () =>
      (await desk.ask('dispatcher', 'GET', '/api/places-search-new?input=depozitul')).json.filter(
        (place: { is_internal: boolean }) => place.is_internal,
      )
    await desk.ask('dispatcher', 'DELETE', `/api/delete-place/${placeId}`)
    expect(await found()).toEqual([])
    expect((await desk.ask('rival', 'POST', `/api/delete-place/${placeId}/restore`)).status).toBe(404)
    expect((await desk.ask('dispatcher', 'POST', '/api/delete-place/gz_1_12/restore')).status).toBe(403)
    expect((await desk.ask('dispatcher', 'POST', `/api/delete-place/${placeId}/restore`)).status).toBe(200)
    expect(await found()).toMatchObject([{ placeId, name: 'Depozitul Verde' }])
  })
})
