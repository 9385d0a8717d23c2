import { readOrderDrivers } from '@dispecerat/contract/dispatch/search'
import { changeGroupSettings } from '@dispecerat/contract/identity/settings'
import { assignByHand, takeBackOrder } from '@dispecerat/contract/orders/by-hand'
import { cancelOrder, readOrder } from '@dispecerat/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from '../api/api-client.ts'
import type { TestDriverPhone } from '../api/test-driver-phone.ts'
import { aDataDir, type DataDir, type RunningServer, startServer } from '../servers/running-server.ts'
import { expectInvariants, phonesAt, receivedOffers, rings, rowsOf } from './chaos-stage.ts'
import { CORNERS, LONELY_PLACE, outcomeOf, place, searchInRounds } from './town.ts'

const [CORNER = LONELY_PLACE] = CORNERS
const SIGNS = ['101', '102', '103'] as const

let dataDir: DataDir
let server: RunningServer
let dispatcher: ApiClient
let manager: ApiClient
let phones: TestDriverPhone[]
let driverIds: number[]

beforeAll(async () => {
  dataDir = aDataDir()
  server = await startServer({ dataDir, env: { DEMO: 'on' } })
  dispatcher = await createApiClient(server.url, 'dispecer@demo.ro')
  manager = await createApiClient(server.url, 'manager@demo.ro')
  await searchInRounds(server.url, 2, 300)
  phones = await phonesAt(server.url, [CORNER], SIGNS.length)
  driverIds = await Promise.all(phones.map(async (phone) => (await meOf(phone)).id))
})

afterAll(async () => {
  for (const phone of phones ?? []) phone.switchOff()
  await server?.[Symbol.asyncDispose]()
  await dataDir?.[Symbol.asyncDispose]()
})

interface Me {
  id: number
  is_busy: boolean
  active_orders: { id: number }[]
}

const meOf = async (phone: TestDriverPhone) => ((await phone.request('GET', '/api/driver/me')) as { data: Me }).data
const orderOf = async (id: number) => (await dispatcher.request(readOrder, { params: { id } })).data
const drive = (index: number, id: number, step: string, body = {}) =>
  phoneAt(index).request(step === 'accept' ? 'POST' : 'PATCH', `/api/driver/orders/${id}/${step}`, body)

function phoneAt(index: number): TestDriverPhone {
  const phone = phones[index]
  if (!phone) throw new Error(`there is no phone ${index}`)
  return phone
}

const name = (id: number, index: number, reason?: string) =>
  dispatcher.request(assignByHand, { params: { id }, body: { driver_id: driverIds[index] ?? 0, reason } })

const isConfirmed = (index: number, id: number) =>
  phoneAt(index).waitForEvent('order_accept_confirmed', ({ order }) => (order as { id: number }).id === id)
const isGone = (index: number, id: number) =>
  phoneAt(index).waitForEvent('order_canceled', ({ order_id }) => order_id === id)

test('an order travels by hand through three cars: named while it is searched for, reassigned, taken back, and driven to its end', async () => {
  const id = await place(dispatcher, CORNER)
  await Promise.all(phones.map((phone) => rings(phone, id)))

  const assigned = (await name(id, 1)).data
  expect(assigned).toMatchObject({ state: 'assigned', trip_state: 'waiting_driver', car_indicativ: '102', cost: null })
  await isConfirmed(1, id)
  expect(await Promise.all([isGone(0, id), isGone(2, id)])).toMatchObject([{ reason: 'taken' }, { reason: 'taken' }])
  expect(await outcomeOf(drive(0, id, 'accept'))).toBe('offer.taken')

  await drive(1, id, 'arrived')
  expect((await name(id, 2, 'E mai aproape')).data).toMatchObject({
    car_indicativ: '103',
    trip_state: 'waiting_driver',
  })
  await isConfirmed(2, id)
  expect(await isGone(1, id)).toMatchObject({ reason: 'dispatcher_canceled' })
  expect(await meOf(phoneAt(1))).toMatchObject({ is_busy: false, active_orders: [] })
  expect(await outcomeOf(drive(1, id, 'start'))).toBe('order.unknown')

  const before = receivedOffers(phoneAt(0), id)
  const searched = await dispatcher.request(takeBackOrder, { params: { id }, body: { reason: 'Stă pe loc' } })
  expect(searched.data).toMatchObject({ state: 'created', driver_id: null })
  await expect.poll(() => receivedOffers(phoneAt(0), id)).toBe(before + 1)
  expect(await meOf(phoneAt(2))).toMatchObject({ is_busy: false, active_orders: [] })
  const { searches } = await dispatcher.request(readOrderDrivers, { query: { orderId: String(id) } })
  expect(searches[0]?.passed_over.filter(({ indicativ }) => SIGNS.some((sign) => sign === indicativ))).toMatchObject([
    { indicativ: '102', reason: 'excluded_by_dispatcher', note: 'E mai aproape' },
    { indicativ: '103', reason: 'excluded_by_dispatcher', note: 'Stă pe loc' },
  ])

  await drive(0, id, 'accept')
  await drive(0, id, 'start')
  expect(await outcomeOf(name(id, 1))).toBe('order.wrong_state')
  await drive(0, id, 'finish', { cost: 21 })
  expect(await orderOf(id)).toMatchObject({
    state: 'finished',
    car_indicativ: '101',
    cost: 21,
    manually_assigned: false,
  })
  await expectInvariants(dataDir)
})

test('a car with the client on board is named: the order waits for the end of its trip', async () => {
  const current = await place(dispatcher, CORNER)
  await name(current, 0)
  await drive(0, current, 'start')
  const next = await place(dispatcher, CORNER)
  expect((await name(next, 0)).data).toMatchObject({ state: 'assigned', is_next: true })
  expect(await outcomeOf(name(await place(dispatcher, LONELY_PLACE), 0))).toBe('driver.busy')
  await drive(0, current, 'finish', { cost: 12 })
  await phoneAt(0).waitForEvent('order_updated', ({ order }) => {
    const { id, is_next } = order as { id: number; is_next: boolean }
    return id === next && !is_next
  })
  await drive(0, next, 'start')
  await drive(0, next, 'finish', { cost: 15 })
  await expectInvariants(dataDir)
})

test('where named drivers must accept, only that phone rings, and the order is theirs after the yes', async () => {
  await manager.request(changeGroupSettings, { params: { group: 'search' }, body: { named_driver_confirms: true } })
  const id = await place(dispatcher, CORNER)
  await Promise.all(phones.map((phone) => rings(phone, id)))
  const offers = phones.map((phone) => receivedOffers(phone, id))
  expect((await name(id, 2)).data).toMatchObject({ state: 'created', driver_id: null })
  await expect.poll(() => receivedOffers(phoneAt(2), id)).toBe((offers[2] ?? 0) + 1)
  const open = await rowsOf<{ driver_id: number }>(
    dataDir,
    `select driver_id from search_offers where order_id = $1 and fate = 'open'`,
    [id],
  )
  expect(open.map(({ driver_id }) => Number(driver_id))).toEqual([driverIds[2]])
  await drive(2, id, 'accept', { waiting_driver_time: 4 })
  expect(await orderOf(id)).toMatchObject({ state: 'assigned', car_indicativ: '103', waiting_driver_time: 4 })
  await dispatcher.request(cancelOrder, { params: { id }, body: {} })
  await expectInvariants(dataDir)
})
