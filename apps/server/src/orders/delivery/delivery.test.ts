import { arriveAtPickup, driverMe, finishTrip, listOffers, startTrip } from '@dispecerat/contract/dispatch/driver'
import { readProofPhoto } from '@dispecerat/contract/orders/goods'
import { readOrderList } from '@dispecerat/contract/orders/order-lists'
import * as contract from '@dispecerat/contract/orders/orders'
import { readProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, describe, expect, test } from 'vitest'
import { aCompany, aDispatcher, aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import { createSearchFixture } from '../../testing/search-fixture.ts'
import { anAccount } from '../testing/an-account.ts'
import { aPhone, createFixture, type Input, SQUARE, STATION } from '../testing/order-fixture.ts'

const fixture = await createFixture()
const { server } = fixture
afterAll(() => server.stop())

const couriers = await aCompany(server, { packageId: 2, name: 'Curieri' })
const restaurant = await aCompany(server, { packageId: 3, name: 'Pizzerie' })
const courierFixture = await server.logIn((await aDispatcher(server, couriers)).email)
const courier = await aDriver(server, { companyId: couriers.companyId, at: TOWN_SQUARE })
const courierPhone = await server.logIn(courier.email)

const GOODS = { package_note: 'două pizza', cod_amount: 84.5, weight_kg: 1.25 }
const KITCHEN = { name: 'Pizzerie', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }
const post = (token: string, input: Input = {}) =>
  server.request(contract.createOrder, { body: { client_phone: aPhone(), places: [SQUARE, STATION], ...input } }, token)

describe('goods', () => {
  test('are stored as typed, shown to dispatchers and in lists, and changed and cleared one by one', async () => {
    const order = (await post(courierFixture, GOODS)).reply.data
    expect(order).toMatchObject({ ...GOODS, service_id: 2, prep_minutes: null, proof_photo_at: null })
    const list = await server.request(
      readOrderList,
      { params: { kind: 'live' }, query: { view: 'row' } },
      courierFixture,
    )
    expect(list.reply.data[0]).toMatchObject({ cod_amount: 84.5, place_names: [SQUARE.name, STATION.name] })
    const body = { cod_amount: null, weight_kg: 0.07 }
    const edited = await server.request(contract.editOrder, { params: { id: order.id }, body }, courierFixture)
    expect(edited.reply.data).toMatchObject({ package_note: 'două pizza', cod_amount: null, weight_kg: 0.07 })
  })

  test('a copy of the order has them, without the preparation time', async () => {
    const order = (await post(courierFixture, { ...GOODS, prep_minutes: 10 })).reply.data
    const copy = await server.request(contract.duplicateOrder, { params: { id: order.id } }, courierFixture)
    const { reply } = await server.request(contract.readOrder, { params: { id: copy.reply.id } }, courierFixture)
    expect(reply.data).toMatchObject({ ...GOODS, prep_minutes: null })
  })

  test.each([
    [{ cod_amount: -1 }, { cod_amount: ['Suma nu poate fi negativă'] }],
    [{ cod_amount: 12.345 }, { cod_amount: ['Cel mult două zecimale'] }],
    [{ weight_kg: 0 }, { weight_kg: ['Cel puțin 0,01 kg'] }],
    [{ weight_kg: 2000.01 }, { weight_kg: ['Cel mult 2000 kg'] }],
    [{ prep_minutes: 241 }, { prep_minutes: ['Cel mult 240 de minute'] }],
    [{ package_note: 'a'.repeat(10_000) }, { package_note: ['Cel mult 500 caractere'] }],
    [{ package_note: 'ra\u202Emburs' }, { package_note: ['Conține caractere nepermise'] }],
  ])('%j is refused by its field', async (input, errors) => {
    expect(await post(courierFixture, input)).toMatchObject({ status: 422, body: { errors } })
  })

  test('the preparation time sets the departure and takes precedence over a departure sent with it', async () => {
    server.clock.set('2026-03-01T18:00:00Z')
    const soon = (await post(courierFixture, { prep_minutes: 10 })).reply.data
    expect(soon).toMatchObject({ departure_time: '2026-03-01 18:10:00', state: 'created', prep_minutes: 10 })
    const late = (await post(courierFixture, { prep_minutes: 40, departure_time: '2026-03-02 10:00:00' })).reply.data
    expect(late).toMatchObject({ departure_time: '2026-03-01 18:40:00', state: 'pending' })
    const body = { prep_minutes: 60 }
    const edited = await server.request(contract.editOrder, { params: { id: late.id }, body }, courierFixture)
    expect(edited.reply.data).toMatchObject({ departure_time: '2026-03-01 19:00:00', start_at: '2026-03-01 18:45:00' })
  })
})

describe("a restaurant's account", () => {
  test('orders from its own address, whatever it sends, and only names the destination', async () => {
    const { token } = await anAccount(server, restaurant.companyId)
    const order = (await post(token, { places: [STATION] })).reply.data
    expect(order.places.map(({ name, lat }) => [name, lat])).toEqual([
      [KITCHEN.name, KITCHEN.lat],
      [STATION.name, STATION.lat],
    ])
    expect(order).toMatchObject({ service_id: 3, payment_type: 'protocol' })
    const again = (await post(token, { places: [{ ...KITCHEN, name: 'altă poartă' }, STATION] })).reply.data
    expect(again.places.map(({ name }) => name)).toEqual([KITCHEN.name, STATION.name])
    const unknown = (await post(token, { places: [{ ...STATION, lat: 45.7 }, STATION] })).reply.data
    expect(unknown.places[0]?.name).toBe(KITCHEN.name)
    expect(unknown.places).toHaveLength(3)
  })

  test('cannot move the pickup afterwards by any route', async () => {
    const { token } = await anAccount(server, restaurant.companyId)
    const order = (await post(token, { places: [STATION] })).reply.data
    const [kitchen, destination] = order.places.map(({ id }) => id)
    const id = order.id
    const place = { ...STATION, lat: 45.7 }
    const requests = [
      server.request(contract.addPlace, { params: { id }, body: { place, position: 0 } }, token),
      server.request(contract.editPlace, { params: { id, placeId: Number(kitchen) }, body: place }, token),
      server.request(contract.removePlace, { params: { id, placeId: Number(kitchen) } }, token),
      server.request(
        contract.sortPlaces,
        { params: { id }, body: { ids: [Number(destination), Number(kitchen)] } },
        token,
      ),
    ]
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([409, 409, 409, 409])
    const edited = await server.request(contract.editOrder, { params: { id }, body: { places: [place] } }, token)
    expect(edited.reply.data.places.map(({ lat }) => lat)).toEqual([KITCHEN.lat, 45.7])
  })

  test('a wrong destination is reported at the place that was typed', async () => {
    const { token } = await anAccount(server, restaurant.companyId)
    const abroad = { name: 'Viena', lat: 48.2, long: 16.37 }
    const { body } = await post(token, { places: [STATION, abroad] })
    expect(body.errors).toEqual({ 'places.1.lat': ['Adresa este în afara României'] })
  })

  test("an account with an address of its own orders from there; a courier's account without one must name the pickup", async () => {
    const shop = await anAccount(server, couriers.companyId, { pickup: { name: 'Florăria', lat: 45.65, long: 25.6 } })
    const free = await anAccount(server, couriers.companyId)
    expect((await post(shop.token, { places: [STATION] })).reply.data.places[0]?.name).toBe('Florăria')
    expect((await post(free.token)).reply.data.places.map(({ name }) => name)).toEqual([SQUARE.name, STATION.name])
    const self = async (token: string) => (await server.request(readProtocolAccount, {}, token)).reply.data
    expect(await self(shop.token)).toMatchObject({ pickup: { name: 'Florăria' }, service_id: 2 })
    expect(await self(free.token)).toMatchObject({ pickup: null })
  })

  test('a restaurant without a position cannot order', async () => {
    const lost = await aCompany(server, { packageId: 3 })
    await server.db.updateTable('companies').set({ lat: null, lng: null }).where('id', '=', lost.companyId).execute()
    const { token } = await anAccount(server, lost.companyId)
    const { body } = await post(token, { places: [STATION] })
    expect(body.errors).toEqual({ 'places.0.name': ['Compania nu are o adresă de ridicare'] })
  })
})

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG = Buffer.concat([SIGNATURE, Buffer.from([1, 2, 3])])

function chunkOf(name: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, Buffer.from(name), body, Buffer.alloc(4)])
}

describe('the photo of a delivery', () => {
  /** A courier who has picked up the goods; the courier sees the amount to collect. */
  async function underway(input: Input = {}): Promise<number> {
    const order = (await post(courierFixture, { ...GOODS, ...input })).reply.data
    await fixture.assign(asId<OrderId>(order.id), courier)
    await server.request(arriveAtPickup, { params: { id: order.id } }, courierPhone)
    await server.request(startTrip, { params: { id: order.id } }, courierPhone)
    return order.id
  }
  const finish = (id: number, proof_photo?: string) =>
    server.request(finishTrip, { params: { id }, body: { cost: 20, proof_photo } }, courierPhone)
  const requirePhoto = (isRequired: boolean) =>
    server.db
      .updateTable('company_settings')
      .set({ proof_photo_required: isRequired })
      .where('company_id', '=', couriers.companyId)
      .execute()

  test('is required where the company requires it, and then the trip cannot end without it', async () => {
    await requirePhoto(true)
    const id = await underway()
    const { reply } = await server.request(driverMe, {}, courierPhone)
    expect(reply.data.active_orders[0]).toMatchObject({ ...GOODS, proof_photo_required: true })
    const missing = { proof_photo: ['Fotografia livrării este obligatorie'] }
    expect(await finish(id)).toMatchObject({ status: 422, body: { errors: missing } })
    const noPhoto = { proof_photo: ['Fotografia trebuie să fie JPEG sau PNG'] }
    const page = Buffer.from('<svg onload="alert(1)">').toString('base64')
    expect(await finish(id, page)).toMatchObject({ status: 422, body: { errors: noPhoto } })
    const huge = Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]).toString('base64')
    const tooLarge = { proof_photo: ['Fotografia poate avea cel mult 1 MiB'] }
    expect(await finish(id, huge)).toMatchObject({ status: 422, body: { errors: tooLarge } })

    // Location metadata written by the courier's phone, and a picture of the maximum size.
    const place = chunkOf('tEXt', Buffer.from('GPS 45.64639,25.62701'))
    const stored = chunkOf('IDAT', Buffer.alloc(1024 * 1024 - SIGNATURE.length - place.length - 12))
    const largest = Buffer.concat([SIGNATURE, place, stored])
    expect((await finish(id, largest.toString('base64'))).status).toBe(200)
    const view = await server.request(contract.readOrder, { params: { id } }, courierFixture)
    expect(view.reply.data).toMatchObject({ state: 'finished', proof_photo_at: expect.any(String) })
    const photo = await server.request(readProofPhoto, { params: { id } }, courierFixture)
    expect(photo.reply.data.content_type).toBe('image/png')
    expect(Buffer.from(photo.reply.data.base64, 'base64').equals(Buffer.concat([SIGNATURE, stored]))).toBe(true)
    expect(await server.request(readProofPhoto, { params: { id } }, fixture.rival)).toMatchObject({ status: 404 })
  })

  test('is stored where it is not required, and is optional', async () => {
    await requirePhoto(false)
    const without = await underway()
    expect((await finish(without)).status).toBe(200)
    const none = await server.request(readProofPhoto, { params: { id: without } }, courierFixture)
    expect(none).toMatchObject({ status: 404, body: { code: 'order.no_photo' } })
    const withPhoto = await underway()
    expect((await finish(withPhoto, PNG.toString('base64'))).status).toBe(200)
    expect((await server.request(readProofPhoto, { params: { id: withPhoto } }, courierFixture)).status).toBe(200)
  })

  test('a ride of the same company ends without a photo', async () => {
    await requirePhoto(true)
    const id = await underway({ service_id: 1 })
    const { reply } = await server.request(driverMe, {}, courierPhone)
    expect(reply.data.active_orders[0]?.proof_photo_required).toBe(false)
    expect((await finish(id)).status).toBe(200)
  })
})

test('an offer contains the goods and the amount to collect, and no data of the client', async () => {
  await using search = await createSearchFixture({
    metres: [200],
    steps: [{ searchType: 'by_radius', searchLimit: 3000 }],
  })
  const body = { client_phone: aPhone(), client_name: 'Ion', places: [SQUARE, STATION], service_id: 1, ...GOODS }
  await search.server.request(contract.createOrder, { body }, search.dispatcher)
  await search.settle()
  const { reply } = await search.server.request(listOffers, {}, search.drivers[0]?.token)
  expect(reply.data[0]?.order).toMatchObject(GOODS)
  expect(JSON.stringify(reply)).not.toContain('Ion')
})
