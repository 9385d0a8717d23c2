import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AddressFixture, createAddressFixture, HOME, PHONE, RIVAL, TAXI } from '../testing/address-fixture.ts'

let desk: AddressFixture

beforeAll(async () => {
  desk = await createAddressFixture()
})
beforeEach(() => desk.startAgain())
afterAll(() => desk.close())

describe('addresses a client ordered from', () => {
  test('the most used comes first, then the last used; the same door is one address', async () => {
    await desk.use(5, TAXI)
    desk.clock.pass(60)
    await desk.use(5, TAXI, { name: 'Gara Brașov', lat: 45.6608, long: 25.613 })
    desk.clock.pass(60)
    await desk.use(5, TAXI, { lat: 45.650_000_4, reper: null })
    desk.clock.pass(60)
    await desk.use(5, TAXI, { bloc: '4' })
    const { json } = await desk.ask('dispatcher', 'GET', '/api/addresses/0722%20333%20444')
    expect(
      json.map(({ name, bloc, use_count, reper }: Record<string, unknown>) => [name, bloc, use_count, reper]),
    ).toEqual([
      [HOME.name, null, 2, 'poarta verde'],
      [HOME.name, '4', 1, 'poarta verde'],
      ['Gara Brașov', null, 1, 'poarta verde'],
    ])
  })

  test('are read by phone in any spelling or by the user’s id', async () => {
    await desk.use(5, TAXI)
    for (const key of ['0722333444', '%2B40722333444', '0040722333444', '5']) {
      expect((await desk.ask('dispatcher', 'GET', `/api/addresses/${key}`)).json, key).toHaveLength(1)
    }
    expect((await desk.ask('dispatcher', 'GET', '/api/addresses/0722000000')).json).toEqual([])
    expect((await desk.ask('dispatcher', 'GET', '/api/addresses/5x')).status).toBe(422)
    expect((await desk.ask('dispatcher', 'GET', '/api/addresses/07')).status).toBe(422)
  })

  test('are the company’s own: another company reads none and deletes none; a client reads his of every company', async () => {
    await desk.use(null, TAXI)
    expect((await desk.ask('rival', 'GET', `/api/addresses/${encodeURIComponent(PHONE)}`)).json).toEqual([])
    const [address] = (await desk.ask('dispatcher', 'GET', '/api/addresses/0722333444')).json
    expect((await desk.ask('rival', 'DELETE', `/api/addresses/${address.id}`)).status).toBe(404)
    expect((await desk.ask('client', 'GET', '/api/addresses/0722333444')).json).toEqual([])
    await desk.use(5, TAXI)
    await desk.use(5, RIVAL)
    expect((await desk.ask('client', 'GET', '/api/addresses/5')).json).toHaveLength(2)
    expect((await desk.ask('rival', 'GET', '/api/addresses/5')).json).toHaveLength(1)
  })

  test('a client takes his own out of his list, in any company, and brings them back; nobody else’s', async () => {
    await desk.use(5, TAXI)
    await desk.use(5, RIVAL)
    await desk.use(null, TAXI, { name: 'Gara Brașov', lat: 45.6608, long: 25.613 })
    const own = async () => (await desk.ask('client', 'GET', '/api/addresses/5')).json as { id: number }[]
    const mine = await own()
    for (const { id } of mine) expect((await desk.ask('client', 'DELETE', `/api/addresses/${id}`)).status).toBe(200)
    expect(await own()).toEqual([])
    for (const { id } of mine) await desk.ask('client', 'POST', `/api/addresses/${id}/restore`)
    expect(await own()).toHaveLength(mine.length)
    const all = (await desk.ask('dispatcher', 'GET', '/api/addresses/0722333444')).json as { id: number }[]
    const other = all.find(({ id }) => mine.every((one) => one.id !== id))
    expect((await desk.ask('client', 'DELETE', `/api/addresses/${other?.id}`)).status).toBe(404)
    expect((await desk.ask('client', 'POST', `/api/addresses/${other?.id}/restore`)).status).toBe(404)
    expect((await desk.ask('driver', 'DELETE', `/api/addresses/${other?.id}`)).status).toBe(403)
  })

  test('a deleted one is never offered again, even when it is used once more', async () => {
    await desk.use(null, TAXI)
    const [address] = (await desk.ask('dispatcher', 'GET', '/api/addresses/0722333444')).json
    expect((await desk.ask('dispatcher', 'DELETE', `/api/addresses/${address.id}`)).json).toEqual({ ok: true })
    expect((await desk.ask('dispatcher', 'DELETE', `/api/addresses/${address.id}`)).status).toBe(200)
    await desk.use(null, TAXI)
    expect((await desk.ask('dispatcher', 'GET', '/api/addresses/0722333444')).json).toEqual([])
    expect((await desk.ask('dispatcher', 'DELETE', '/api/addresses/999999')).status).toBe(404)
    expect((await desk.ask('dispatcher', 'DELETE', '/api/addresses/abc')).status).toBe(422)
  })

  test('at most fifty are listed', async () => {
    for (let i = 0; i < 55; i++) await desk.use(null, TAXI, { lat: 45.6 + i / 1000 })
    expect((await desk.ask('dispatcher', 'GET', '/api/addresses/0722333444')).json).toHaveLength(50)
  })
})
