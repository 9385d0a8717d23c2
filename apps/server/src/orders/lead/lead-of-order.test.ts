import { previewSearch } from '@dispecerat/contract/dispatch/preview-search'
import { changeScheduleRules, listScheduledOrders } from '@dispecerat/contract/dispatch/scheduled-orders'
import { createOrder, editOrder, retryOrder } from '@dispecerat/contract/orders/orders'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { anAccount } from '../testing/an-account.ts'
import { learnTimesOfNight } from './learn-times.ts'
import { insertPastTrips, insertZone, type PastTrips } from './testing/past-trips.store.ts'

/** 04:00 in Bucharest. The trips of these tests arrived between eight and nine, in UTC between six and seven. */
const NIGHT = '2026-03-10T02:00:00Z'
const EIGHT_OCLOCK = new Date('2026-03-10T06:05:00Z')
const OUTSIDE = { lat: TOWN_SQUARE.lat + 0.1, long: TOWN_SQUARE.long }
const IN_TIME = '2026-03-10 06:30:00'

let server: TestServer
let companyId: CompanyId
let driverId: DriverId
let dispatcher: string
beforeAll(async () => {
  server = await aServer({ at: NIGHT })
})
/** A company that needs 18 minutes in its zone at eight, and 40 elsewhere. */
beforeEach(async () => {
  server.clock.set(NIGHT)
  ;({ companyId } = await aCompany(server))
  ;({ driverId } = await aDriver(server, { companyId }))
  dispatcher = await server.logIn((await aDispatcher(server, { companyId })).email)
  await insertZone(server, companyId, TOWN_SQUARE)
  await pastTrips({})
  await pastTrips({ pickup: OUTSIDE, minutes: 40 })
  await learnTimesOfNight(server)
})
afterAll(() => server.stop())

const pastTrips = (input: Partial<PastTrips>) =>
  insertPastTrips(server, { companyId, driverId, before: EIGHT_OCLOCK, count: 25, minutes: 18, ...input })
const placesAt = ({ lat, long }: typeof TOWN_SQUARE) => [{ name: 'Piața Sfatului', lat, long }]

let callers = 0
const orderOf = (input: object) => {
  callers += 1
  return { client_phone: `+40742${String(callers).padStart(6, '0')}`, places: placesAt(TOWN_SQUARE), ...input }
}
const place = (input: object, token = dispatcher, headers = {}) =>
  server.request(createOrder, { body: orderOf(input), headers }, token)
const edit = async (id: number, body: object) =>
  (await server.request(editOrder, { params: { id }, body }, dispatcher)).reply
const preview = async (input: object) => {
  const body = { places: placesAt(TOWN_SQUARE), ...input }
  return (await server.request(previewSearch, { body }, dispatcher)).reply.data
}
const changeRules = async (body: object) => {
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  await server.request(changeScheduleRules, { params: { id: companyId }, body }, await server.logIn(boss.email))
}

describe('the search of a scheduled order begins', () => {
  const table: [string, object, string, string][] = [
    ['with the time of its zone and hour', { departure_time: IN_TIME }, '2026-03-10 06:12:00', 'learned'],
    [
      'with the company’s time outside its zones',
      { departure_time: IN_TIME, places: placesAt(OUTSIDE) },
      '2026-03-10 05:50:00',
      'learned',
    ],
    [
      'with the company’s number at an hour without trips',
      { departure_time: '2026-03-10 10:30:00' },
      '2026-03-10 10:15:00',
      'default',
    ],
    ['with its own minutes', { departure_time: IN_TIME, lead_minutes: 25 }, '2026-03-10 06:05:00', 'rule'],
  ]
  test.each(table)('%s', async (_name, input, start_at, lead_source) => {
    const { data } = (await place(input)).reply
    expect(data).toMatchObject({ state: 'pending', start_at, lead_source })
    const range = { from: '2026-03-10 00:00:00', to: '2026-03-11 00:00:00' }
    const { reply } = await server.request(listScheduledOrders, { query: range }, dispatcher)
    const lead_minutes = (Date.parse(data.departure_time) - Date.parse(start_at)) / 60_000
    expect(reply.data).toMatchObject([{ id: data.id, lead_minutes, lead_source }])
    const { lead, at } = await preview(input)
    expect({ lead, at }).toEqual({ lead: { minutes: lead_minutes, source: lead_source }, at: start_at })
  })

  test('with the company’s number where it does not learn', async () => {
    await changeRules({ scheduled_lead_learned: false, scheduled_lead_min: 22 })
    const { data } = (await place({ departure_time: IN_TIME })).reply
    expect(data).toMatchObject({ start_at: '2026-03-10 06:08:00', lead_source: 'rule' })
  })

  test('with the time of the hour to which it is moved, and by a draft’s when it is placed', async () => {
    const { data } = (await place({ departure_time: '2026-03-10 10:30:00' })).reply
    expect(await edit(data.id, { departure_time: IN_TIME })).toMatchObject({
      data: { start_at: '2026-03-10 06:12:00', lead_source: 'learned' },
    })
    const draft = (await place({ departure_time: IN_TIME, draft: true })).reply.data
    expect(draft).toMatchObject({ start_at: null, lead_source: null })
    expect((await edit(draft.id, { state: 'created' })).data).toMatchObject({
      start_at: '2026-03-10 06:12:00',
      lead_source: 'learned',
    })
  })

  test('an order for now has no lead, and a retried one has none left', async () => {
    const { data, warning } = (await place({})).reply
    expect([data.start_at, data.lead_source, warning]).toEqual([null, null, undefined])
    expect((await preview({})).lead).toBeNull()
    const later = (await place({ departure_time: IN_TIME })).reply.data
    const { reply } = await server.request(retryOrder, { params: { id: later.id }, body: {} }, dispatcher)
    expect(reply.data).toMatchObject({ start_at: null, lead_source: null })
  })
})

describe('an order that cannot be promised', () => {
  const tooSoon = (left_minutes: number) => ({
    reason: 'too_soon',
    needed_minutes: 18,
    left_minutes,
    orders: null,
    unserved: null,
  })
  const atTwenty = () => server.clock.set('2026-03-10T06:20:00Z')

  test('is placed, with a warning in the reply, in the preview and at a repeat of the request', async () => {
    atTwenty()
    const warning = tooSoon(10)
    const headers = { 'idempotency-key': `lead-${companyId}` }
    const body = orderOf({ departure_time: IN_TIME })
    const first = await server.request(createOrder, { body, headers }, dispatcher)
    expect(first).toMatchObject({ status: 201, reply: { data: { state: 'created' }, warning } })
    const again = await server.request(createOrder, { body, headers }, dispatcher)
    expect(again.reply).toMatchObject({ data: { id: first.reply.data.id }, warning })
    expect((await preview({ departure_time: IN_TIME })).warning).toEqual(warning)
  })

  test('is said too for a lead of its own that is too short, for a draft that is placed, and for an order that is moved', async () => {
    const short = (await place({ departure_time: IN_TIME, lead_minutes: 5 })).reply
    expect(short.warning).toEqual(tooSoon(5))
    expect((await preview({ departure_time: IN_TIME, lead_minutes: 5 })).warning).toEqual(tooSoon(5))
    const draft = (await place({ departure_time: IN_TIME, draft: true })).reply
    const later = (await place({ departure_time: '2026-03-10 06:50:00' })).reply
    expect([draft.warning, later.warning]).toEqual([undefined, undefined])
    atTwenty()
    expect((await edit(draft.data.id, { state: 'created' })).warning).toEqual(tooSoon(10))
    expect((await edit(later.data.id, { name: 'Ioana' })).warning).toBeUndefined()
    expect((await edit(later.data.id, { departure_time: IN_TIME })).warning).toEqual(tooSoon(10))
  })

  test('a quarter of the hour’s orders without a driver is said too', async () => {
    await pastTrips({ count: 10, minutes: null })
    server.clock.set('2026-03-11T02:00:00Z')
    await learnTimesOfNight(server)
    dispatcher = await server.logIn((await aDispatcher(server, { companyId })).email)
    const { warning } = (await place({ departure_time: '2026-03-11 06:30:00' })).reply
    expect(warning).toEqual({
      reason: 'rarely_served',
      needed_minutes: null,
      left_minutes: null,
      orders: 35,
      unserved: 10,
    })
  })

  test('a number that is only a guess warns of nothing; one that the company set does', async () => {
    server.clock.set('2026-03-10T09:20:00Z')
    const soon = { departure_time: '2026-03-10 09:25:00' }
    expect((await place(soon)).reply.warning).toBeUndefined()
    await changeRules({ scheduled_lead_learned: false })
    expect((await place(soon)).reply.warning).toMatchObject({ reason: 'too_soon', needed_minutes: 15, left_minutes: 5 })
  })

  test('accounts are shown no figures of the company', async () => {
    const account = await anAccount(server, companyId, { limitBani: 100_00 })
    atTwenty()
    const { status, reply } = await place({ departure_time: IN_TIME }, account.token)
    expect([status, reply.warning, reply.data.lead_source]).toEqual([201, undefined, null])
  })
})
