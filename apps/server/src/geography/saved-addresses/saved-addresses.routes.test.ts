import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type AddressFixture,
  createAddressFixture,
  HOME,
  PHONE,
  RIVAL,
  TAXI,
} from '../../testing/map/address-fixture.ts'

let fixture: AddressFixture

beforeAll(async () => {
  fixture = await createAddressFixture()
})
beforeEach(() => fixture.startAgain())
afterAll(() => fixture.close())

describe('saved addresses of a client', () => {
  test('the most used is first, then the last used; the same point, block and staircase are one address', async () => {
    await fixture.use(asId<UserId>(5), TAXI)
    fixture.clock.pass(60)
    await fixture.use(asId<UserId>(5), TAXI, { name: 'Gara Brașov', lat: 45.6608, long: 25.613 })
    fixture.clock.pass(60)
    await fixture.use(asId<UserId>(5), TAXI, { lat: 45.650_000_4, reper: null })
    fixture.clock.pass(60)
    await fixture.use(asId<UserId>(5), TAXI, { bloc: '4' })
    const { json } = await fixture.ask('dispatcher', 'GET', '/api/addresses/0722%20333%20444')
    expect(
      json.map(({ name, bloc, use_count, reper }: Record<string, unknown>) => [name, bloc, use_count, reper]),
    ).toEqual([
      [HOME.name, null, 2, 'poarta verde'],
      [HOME.name, '4', 1, 'poarta verde'],
      ['Gara Brașov', null, 1, 'poarta verde'],
    ])
  })

  test('are read by phone in any notation or by the user’s id', async () => {
    await fixture.use(asId<UserId>(5), TAXI)
    for (const key of ['0722333444', '%2B40722333444', '0040722333444', '5']) {
      expect((await fixture.ask('dispatcher', 'GET', `/api/addresses/${key}`)).json, key).toHaveLength(1)
    }
    expect((await fixture.ask('dispatcher', 'GET', '/api/addresses/0722000000')).json).toEqual([])
    expect((await fixture.ask('dispatcher', 'GET', '/api/addresses/5x')).status).toBe(422)
    expect((await fixture.ask('dispatcher', 'GET', '/api/addresses/07')).status).toBe(422)
  })

  test('are separate per company: another company neither reads nor deletes them; a client reads their own of every company', async () => {
    await fixture.use(null, TAXI)
    expect((await fixture.ask('rival', 'GET', `/api/addresses/${encodeURIComponent(PHONE)}`)).json).toEqual([])
    const [address] = (await fixture.ask('dispatcher', 'GET', '/api/addresses/0722333444')).json
    expect((await fixture.ask('rival', 'DELETE', `/api/addresses/${address.id}`)).status).toBe(404)
    expect((await fixture.ask('client', 'GET', '/api/addresses/0722333444')).json).toEqual([])
    await fixture.use(asId<UserId>(5), TAXI)
    await fixture.use(asId<UserId>(5), RIVAL)
    expect((await fixture.ask('client', 'GET', '/api/addresses/5')).json).toHaveLength(2)
    expect((await fixture.ask('rival', 'GET', '/api/addresses/5')).json).toHaveLength(1)
  })

  test('a client deletes and restores their own addresses in any company, and nobody else’s', async () => {
    await fixture.use(asId<UserId>(5), TAXI)
    await fixture.use(asId<UserId>(5), RIVAL)
    await fixture.use(null, TAXI, { name: 'Gara Brașov', lat: 45.6608, long: 25.613 })
    const own = async () => (await fixture.ask('client', 'GET', '/api/addresses/5')).json as { id: number }[]
    const mine = await own()
    for (const { id } of mine) expect((await fixture.ask('client', 'DELETE', `/api/addresses/${id}`)).status).toBe(200)
    expect(await own()).toEqual([])
    for (const { id } of mine) await fixture.ask('client', 'POST', `/api/addresses/${id}/restore`)
    expect(await own()).toHaveLength(mine.length)
    const all = (await fixture.ask('dispatcher', 'GET', '/api/addresses/0722333444')).json as { id: number }[]
    const other = all.find(({ id }) => mine.every((one) => one.id !== id))
    expect((await fixture.ask('client', 'DELETE', `/api/addresses/${other?.id}`)).status).toBe(404)
    expect((await fixture.ask('client', 'POST', `/api/addresses/${other?.id}/restore`)).status).toBe(404)
    expect((await fixture.ask('driver', 'DELETE', `/api/addresses/${other?.id}`)).status).toBe(403)
  })

  test('a deleted address is not offered again, even when it is used once more', async () => {
    await fixture.use(null, TAXI)
    const [address] = (await fixture.ask('dispatcher', 'GET', '/api/addresses/0722333444')).json
    expect((await fixture.ask('dispatcher', 'DELETE', `/api/addresses/${address.id}`)).json).toEqual({ ok: true })
    expect((await fixture.ask('dispatcher', 'DELETE', `/api/addresses/${address.id}`)).status).toBe(200)
    await fixture.use(null, TAXI)
    expect((await fixture.ask('dispatcher', 'GET', '/api/addresses/0722333444')).json).toEqual([])
    expect((await fixture.ask('dispatcher', 'DELETE', '/api/addresses/999999')).status).toBe(404)
    expect((await fixture.ask('dispatcher', 'DELETE', '/api/addresses/abc')).status).toBe(422)
  })

  test('at most fifty are listed', async () => {
    for (let i = 0; i < 55; i++) await fixture.use(null, TAXI, { lat: 45.6 + i / 1000 })
    expect((await fixture.ask('dispatcher', 'GET', '/api/addresses/0722333444')).json).toHaveLength(50)
  })
})
