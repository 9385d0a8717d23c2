import type { OrderChange } from '@dispecerat/contract/orders/order-shapes'
import * as contract from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { aPhone, createFixture, type Fixture, SQUARE, STATION } from '../testing/order-fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => {
  fixture.emitted.length = 0
})
afterAll(() => fixture.server.stop())

type Change = z.input<typeof OrderChange>
const HOSPITAL = { name: 'Spitalul Județean', lat: 45.6496, long: 25.6077 }

function edit(id: number, body: Change, version?: number, token = fixture.dispatcher) {
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': String(version) }
  return fixture.server.request(contract.editOrder, { params: { id }, body, headers }, token)
}

describe('two users edit one order', () => {
  test('the second gets the conflict with the current version; nothing of the edit is written', async () => {
    const order = await fixture.place()
    const first = await edit(order.id, { name: 'Ana' }, order.version)
    expect(first.reply.data).toMatchObject({ name: 'Ana', version: 2 })
    const second = await edit(order.id, { name: 'Maria' }, order.version, fixture.colleague)
    expect(second).toMatchObject({ status: 409, body: { code: 'order.changed_meanwhile', version: 2 } })
    expect((await fixture.read(asId<OrderId>(order.id))).name).toBe('Ana')
  })

  test("changes of the client's name and notes conflict too; without a version the last write wins", async () => {
    const order = await fixture.place()
    await edit(order.id, { name: 'Ana' }, order.version)
    const rename = (version?: number) => {
      const headers: Record<string, string> = version === undefined ? {} : { 'if-match': String(version) }
      const body = { name: 'Maria', about: 'Vorbește încet' }
      return fixture.server.request(contract.updateName, { params: { id: order.id }, body, headers }, fixture.colleague)
    }
    const late = await rename(order.version)
    expect(late).toMatchObject({ status: 409, body: { code: 'order.changed_meanwhile', version: 2 } })
    expect(await fixture.read(asId<OrderId>(order.id))).toMatchObject({
      name: 'Ana',
      about_client: null,
      client: { about: null },
    })
    expect((await rename(2)).reply.data).toMatchObject({ name: 'Maria', version: 3 })
    expect((await rename()).status).toBe(200)
  })

  // Without the row lock both read the same version and both are answered 200 (seen with the lock removed).
  test('eight edits at once with one version: one wins, seven get the conflict', async () => {
    const order = await fixture.place()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => edit(order.id, { name: `Om ${n}` }, order.version)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
    const winner = answers.find(({ status }) => status === 200)
    expect((await fixture.read(asId<OrderId>(order.id))).name).toBe(winner?.reply.data.name)
    expect(await fixture.history(asId<OrderId>(order.id))).toEqual(['created', 'placed', 'edited'])
  })

  test('every write increments the version, also one that changes no field', async () => {
    const order = await fixture.place()
    const { reply } = await fixture.server.request(
      contract.moveToPending,
      { params: { id: order.id } },
      fixture.dispatcher,
    )
    expect(reply.data.version).toBe(2)
    expect((await edit(order.id, { name: 'Ana' }, order.version)).status).toBe(409)
  })
})

describe('edits that restart a running search', () => {
  const restarting: [string, Change][] = [
    ['another pickup', { places: [HOSPITAL, STATION] }],
    ['other options', { options: { pet: true } }],
    ['another service', { service_id: 2 }],
    ['partners shut out', { send_to_other_company: false }],
  ]
  test.each(restarting)('%s', async (_name, change) => {
    const { id } = await fixture.place()
    fixture.emitted.length = 0
    expect((await edit(id, change)).status).toBe(200)
    expect(fixture.emitted).toEqual([`order.search_wanted ${id}`])
    const { reply } = await fixture.server.request(contract.moveToPending, { params: { id } }, fixture.dispatcher)
    fixture.emitted.length = 0
    expect((await edit(id, { ...change, name: 'în coadă' })).status).toBe(200)
    expect(fixture.emitted).toEqual([])
    expect(reply.data.state).toBe('pending')
  })

  const quiet: [string, Change][] = [
    ['a name', { name: 'Ana' }],
    ['another destination', { places: [SQUARE, HOSPITAL] }],
    ['the pickup by another name', { places: [{ ...SQUARE, name: 'Casa Sfatului' }, STATION] }],
    ['the contact phone', { phone: '+40711222333' }],
  ]
  test.each(quiet)('not %s', async (_name, change) => {
    const { id } = await fixture.place()
    fixture.emitted.length = 0
    expect((await edit(id, change)).status).toBe(200)
    expect(fixture.emitted).toEqual([])
  })
})

describe('fields that are still editable', () => {
  test('the phone that identifies the client is fixed once placed; a draft may still change it', async () => {
    const phone = aPhone()
    const order = await fixture.place()
    expect(await edit(order.id, { client_phone: phone })).toMatchObject({
      status: 409,
      body: { code: 'order.client_phone_fixed' },
    })
    expect((await edit(order.id, { client_phone: order.client_phone })).status).toBe(200)
    const draft = await fixture.place({ draft: true })
    expect((await edit(draft.id, { client_phone: phone })).reply.data.client_phone).toBe(phone)
  })

  test('a closed order accepts notes, name, cost and payment, nothing else', async () => {
    const { id } = await fixture.place()
    await fixture.server.request(contract.cancelOrder, { params: { id } }, fixture.dispatcher)
    const accepted = { about_client: 'Nu a venit', name: 'Ana', cost: 12.5 }
    const { reply } = await edit(id, accepted)
    expect(reply.data).toMatchObject({ ...accepted, state: 'canceled' })
    expect(reply.data.client?.about).toBe('Nu a venit')
    for (const change of [{ places: [SQUARE] }, { phone: aPhone() }, { options: {} }, { departure_time: null }]) {
      const answer = await edit(id, change)
      expect(answer).toMatchObject({ status: 409, body: { code: 'order.field_locked', state: 'canceled' } })
    }
    expect((await edit(id, { payment_type: 'protocol' })).status).toBe(422)
  })

  test('the driver on the way gets every change', async () => {
    const { id } = await fixture.place()
    await fixture.assign(asId<OrderId>(id))
    const socket = await fixture.server.socket(fixture.driverToken)
    await edit(id, { places: [SQUARE, HOSPITAL] })
    // Earlier events of this and other orders may arrive late.
    const received = await socket.waitForEvent<{ order: { id: number; places: { name: string }[] } | null }>(
      'order_updated',
      ({ order }) => order?.id === id && order.places.length === 2,
    )
    expect(received.data.order?.places.map(({ name }) => name)).toEqual([SQUARE.name, HOSPITAL.name])
    await fixture.server.request(contract.cancelOrder, { params: { id } }, fixture.dispatcher)
    socket.close()
  })

  test('an edit with impossible values writes nothing', async () => {
    const { id, version } = await fixture.place()
    const refused = await edit(id, { name: 'X', places: [{ name: 'Viena', lat: 48.2, long: 16.37 }] })
    expect(refused.body.errors).toEqual({ 'places.0.lat': ['Adresa este în afara României'] })
    expect((await fixture.read(asId<OrderId>(id))).version).toBe(version)
    expect((await fixture.read(asId<OrderId>(id))).places).toHaveLength(2)
  })
})

describe('single addresses', () => {
  const names = async (id: number) => (await fixture.read(asId<OrderId>(id))).places.map(({ name }) => name)

  test('added in the middle, renamed, sorted, removed; the first is the pickup everywhere', async () => {
    const { server, dispatcher } = fixture
    const { id } = await fixture.place()
    fixture.emitted.length = 0
    const added = await server.request(
      contract.addPlace,
      { params: { id }, body: { place: HOSPITAL, position: 1 } },
      dispatcher,
    )
    expect(added.status).toBe(201)
    expect(await names(id)).toEqual([SQUARE.name, HOSPITAL.name, STATION.name])
    expect(fixture.emitted).toEqual([])

    const [a, b, c] = (await fixture.read(asId<OrderId>(id))).places.map((place) => place.id)
    const ids = [c, a, b].map(Number)
    await server.request(contract.sortPlaces, { params: { id }, body: { ids } }, dispatcher)
    expect(await names(id)).toEqual([STATION.name, SQUARE.name, HOSPITAL.name])
    expect((await fixture.read(asId<OrderId>(id))).address).toBe(STATION.name)
    expect(fixture.emitted).toEqual([`order.search_wanted ${id}`])

    const body = { ...SQUARE, name: 'Piața Sfatului 2', bloc: 'B', scara: 'C' }
    await server.request(contract.editPlace, { params: { id, placeId: Number(a) }, body }, dispatcher)
    expect((await fixture.read(asId<OrderId>(id))).places[1]).toMatchObject({
      name: 'Piața Sfatului 2',
      bloc: 'B',
      scara: 'C',
      reper: null,
    })

    await server.request(contract.removePlace, { params: { id, placeId: Number(c) } }, dispatcher)
    await server.request(contract.removePlace, { params: { id, placeId: Number(b) } }, dispatcher)
    expect(await names(id)).toEqual(['Piața Sfatului 2'])
    const last = await server.request(contract.removePlace, { params: { id, placeId: Number(a) } }, dispatcher)
    expect(last).toMatchObject({ status: 422, body: { code: 'order.last_place' } })
  })

  test('an address of another order is unknown; an incomplete sorting is refused', async () => {
    const { server, dispatcher } = fixture
    const mine = await fixture.place()
    const other = await fixture.place()
    const otherTenant = Number(other.places[0]?.id)
    for (const answer of [
      await server.request(
        contract.editPlace,
        { params: { id: mine.id, placeId: otherTenant }, body: HOSPITAL },
        dispatcher,
      ),
      await server.request(contract.removePlace, { params: { id: mine.id, placeId: otherTenant } }, dispatcher),
      await server.request(
        contract.sortPlaces,
        { params: { id: mine.id }, body: { ids: [Number(mine.places[0]?.id)] } },
        dispatcher,
      ),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'place.unknown' } })
    }
    expect(await names(other.id)).toEqual([SQUARE.name, STATION.name])
    expect((await fixture.read(asId<OrderId>(mine.id))).version).toBe(mine.version)
  })

  test('two users add at once: both addresses are stored, each at its own position', async () => {
    const { server, dispatcher } = fixture
    const { id } = await fixture.place()
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        server.request(
          contract.addPlace,
          { params: { id }, body: { place: { ...HOSPITAL, name: `Oprire ${n}` } } },
          dispatcher,
        ),
      ),
    )
    expect(await names(id)).toHaveLength(8)
    const rows = await server.db
      .selectFrom('order_places')
      .select('position')
      .where('order_id', '=', asId<OrderId>(id))
      .orderBy('position')
      .execute()
    expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })
})
