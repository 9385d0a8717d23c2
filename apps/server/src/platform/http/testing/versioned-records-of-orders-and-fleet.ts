import * as rules from '@dispecerat/contract/dispatch/search-rules'
import * as cars from '@dispecerat/contract/fleet/cars'
import * as devices from '@dispecerat/contract/fleet/devices'
import * as zones from '@dispecerat/contract/geography/zones'
import * as byHand from '@dispecerat/contract/orders/by-hand'
import * as discounts from '@dispecerat/contract/orders/discounts'
import * as orders from '@dispecerat/contract/orders/orders'
import * as tariffs from '@dispecerat/contract/orders/tariffs'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { endTripWith } from '../../../orders/testing/a-doubted-fare.ts'
import { SQUARE, STATION } from '../../../orders/testing/order-fixture.ts'
import { aDriver, aTariff, TOWN_SQUARE } from '../../../testing/builders.ts'
import { another, type MakeRecord } from './versioned-record.ts'

let count = 0

const order: MakeRecord = async ({ fixture }) => {
  const { server, dispatcher } = fixture
  const placed = await fixture.place({ places: [SQUARE, STATION, { ...SQUARE, name: 'Piața Unirii' }] })
  const id = { id: placed.id }
  const [first = 0, second = 0, third = 0] = placed.places.map((place) => place.id)
  return {
    token: dispatcher,
    read: async () => (await fixture.read(asId<OrderId>(placed.id))).version,
    change: () => server.request(orders.updateName, { params: id, body: { name: another() } }, dispatcher),
    edits: [
      [orders.editOrder, { params: id, body: { about_client: 'Sună' } }],
      [orders.updateName, { params: id, body: { name: 'Ana' } }],
      [orders.addPlace, { params: id, body: { place: STATION } }],
      [orders.editPlace, { params: { ...id, placeId: first }, body: { ...SQUARE, scara: 'B' } }],
      [orders.removePlace, { params: { ...id, placeId: third } }],
      [orders.sortPlaces, { params: id, body: { ids: [second, first, third] } }],
    ],
  }
}

const drivenOrder: MakeRecord = async ({ fixture }) => {
  const { server, companyId, dispatcher } = fixture
  const first = await aDriver(server, { companyId, at: TOWN_SQUARE })
  const second = await aDriver(server, { companyId, at: TOWN_SQUARE })
  const params = { id: asId<OrderId>((await fixture.place()).id) }
  await fixture.assign(params.id, first)
  return {
    token: dispatcher,
    read: async () => (await fixture.read(params.id)).version,
    change: () => server.request(orders.updateName, { params, body: { name: another() } }, dispatcher),
    edits: [
      [byHand.assignByHand, { params, body: { driver_id: second.driverId } }],
      [byHand.takeBackOrder, { params, body: { reason: 'Pană' } }],
    ],
  }
}

const doubtedFare: MakeRecord = async (office) => {
  const { fixture, boss } = office
  const params = { id: asId<OrderId>((await endTripWith(office, 400)).id) }
  return {
    token: boss,
    read: async () => (await fixture.read(params.id)).version,
    change: () => fixture.server.request(orders.updateName, { params, body: { name: another() } }, boss),
    edits: [[orders.confirmFare, { params }]],
  }
}

const discount: MakeRecord = async ({ fixture: { server }, boss }) => {
  const body = { name: another(), type: 'percent', value: 10, trigger: 'weekday_time' } as const
  const params = { id: (await server.request(discounts.createDiscount, { body }, boss)).reply.data.id }
  return {
    token: boss,
    read: async () => (await server.request(discounts.readDiscount, { params }, boss)).reply.data.version,
    change: () => server.request(discounts.editDiscount, { params, body: { name: another() } }, boss),
    edits: [[discounts.editDiscount, { params, body: { value: 11 } }]],
  }
}

const tariff: MakeRecord = async ({ fixture: { server, companyId }, boss }) => {
  const { data } = (await server.request(tariffs.listTariffs, {}, boss)).reply
  const params = { id: data[0]?.id ?? (await aTariff(server, companyId)) }
  return {
    token: boss,
    read: async () => (await server.request(tariffs.readTariff, { params }, boss)).reply.data.version,
    change: () => server.request(tariffs.editTariff, { params, body: { name: another() } }, boss),
    edits: [[tariffs.editTariff, { params, body: { per_km: 5 } }]],
  }
}

const zone: MakeRecord = async ({ fixture: { server }, boss }) => {
  const { lat, long } = { ...TOWN_SQUARE, lat: TOWN_SQUARE.lat + ++count / 10 }
  const paths = [
    { lat: lat - 0.01, long: long - 0.01 },
    { lat: lat - 0.01, long: long + 0.01 },
    { lat: lat + 0.01, long: long + 0.01 },
    { lat: lat + 0.01, long: long - 0.01 },
  ]
  const line = [
    { lat, long: long - 0.02 },
    { lat, long: long + 0.02 },
  ]
  const created = await server.request(zones.createPolygon, { body: { name: another(), paths } }, boss)
  const params = { id: created.reply.data.id }
  return {
    token: boss,
    read: async () => (await server.request(zones.readPolygon, { params }, boss)).reply.version,
    change: () => server.request(zones.editPolygon, { params, body: { name: another() } }, boss),
    edits: [
      [zones.editPolygon, { params, body: { color: '#ff8800' } }],
      [zones.splitPolygon, { params, body: { line } }],
      [zones.deletePolygon, { params }],
    ],
  }
}

const interval: MakeRecord = async ({ fixture: { server }, boss }) => {
  const created = await server.request(rules.createSearchInterval, { body: { name: another() } }, boss)
  const params = { id: created.reply.data.id }
  const listed = async () => (await server.request(rules.listSearchIntervals, {}, boss)).reply.data
  return {
    token: boss,
    read: async () => (await listed()).find(({ id }) => id === params.id)?.version,
    change: () => server.request(rules.editSearchInterval, { params, body: { name: another() } }, boss),
    edits: [
      [rules.editSearchInterval, { params, body: { name: 'Noaptea' } }],
      [rules.deleteSearchInterval, { params }],
    ],
  }
}

const method: MakeRecord = async ({ fixture: { server }, boss }) => {
  const body = { definitions: { items: [{}] } }
  const params = { id: (await server.request(rules.createSearchMethod, { body }, boss)).reply.data.id }
  return {
    token: boss,
    read: async () => (await server.request(rules.readSearchMethod, { params }, boss)).reply.data.version,
    change: () => server.request(rules.editSearchMethod, { params, body }, boss),
    edits: [[rules.editSearchMethod, { params, body }]],
  }
}

const car: MakeRecord = async ({ fixture: { server }, boss, ion }) => {
  const params = { id: ion.carId }
  return {
    token: boss,
    read: async () => (await server.request(cars.readCar, { params }, boss)).reply.data.version,
    change: () => server.request(cars.editCar, { params, body: { notes: another() } }, boss),
    edits: [[cars.editCar, { params, body: { color: 'alb' } }]],
  }
}

const device: MakeRecord = async ({ fixture: { server }, boss }) => {
  const body = { platform: 'android', imei: String(356938035643809 + ++count) } as const
  const params = { id: (await server.request(devices.createDevice, { body }, boss)).reply.data.id }
  return {
    token: boss,
    read: async () => (await server.request(devices.readDevice, { params }, boss)).reply.data.version,
    change: () => server.request(devices.editDevice, { params, body: { notes: another() } }, boss),
    edits: [[devices.editDevice, { params, body: { model: 'Pixel 8' } }]],
  }
}

export const ORDER_AND_FLEET_RECORDS: readonly MakeRecord[] = [
  order,
  drivenOrder,
  doubtedFare,
  discount,
  tariff,
  zone,
  interval,
  method,
  car,
  device,
]
