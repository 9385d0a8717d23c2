import {
  changeManyCars,
  createCar,
  deleteCar,
  deleteCarPhoto,
  editCar,
  exportCars,
  linkDriver,
  listCars,
  readCar,
  readCarPhoto,
  restoreCar,
  saveCarPhoto,
  unlinkDriver,
} from '@dispecerat/contract/fleet/cars'
import { listChanges } from '@dispecerat/contract/office/changes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type addressOf, aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, anOrder, aUser } from '../../testing/builders.ts'

const DACIA = { indicativ: '27', number: 'bv 27 xyz', make: 'Dacia', model: 'Logan', year: 2022 }

let server: TestServer
beforeAll(async () => {
  server = await aServer({ at: '2026-03-01T12:00:00+02:00' })
})
afterAll(() => server.stop())

/** A company for this test; deletes the cars of earlier tests to free their plates. */
async function aGarage() {
  await server.db.updateTable('cars').set({ deleted_at: server.clock.now() }).where('deleted_at', 'is', null).execute()
  const { companyId } = await aCompany(server)
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  return { companyId, boss: await server.logIn(boss.email) }
}

test('a car is added with a normalised plate, and its history begins', async () => {
  const { companyId, boss } = await aGarage()
  const { status, reply } = await server.request(createCar, { body: DACIA }, boss)
  expect(status).toBe(201)
  expect(reply.data).toMatchObject({
    company_id: companyId,
    number: 'BV27XYZ',
    seats: 4,
    category: 'standard',
    papers: 'missing',
    drivers: [],
    is_active: true,
  })
  const changes = await server.request(listChanges, { query: { entity: 'car', entity_id: reply.data.id } }, boss)
  expect(changes.reply.data.map(({ action }) => action)).toEqual(['created'])
})

test.each([
  ['a plate without digits', { number: 'TAXI' }, 'number'],
  ['a call sign of nine signs', { indicativ: '123456789' }, 'indicativ'],
  ['no call sign', { indicativ: ' ' }, 'indicativ'],
  ['an unknown category', { category: 'tractor' }, 'category'],
  ['minus one seat', { seats: -1 }, 'seats'],
  ['half a seat', { seats: 2.5 }, 'seats'],
  ['a paper until a day that is not', { rca_until: '2026-02-30' }, 'rca_until'],
  ['an option nobody knows', { options: ['zbor'] }, 'options'],
])('a car with %s is refused at the field', async (_, wrong, field) => {
  const { boss } = await aGarage()
  const body = { ...DACIA, ...wrong } as typeof DACIA
  const answer = await server.request(createCar, { body }, boss)
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]])
})

test('a plate belongs to one car, a call sign to one active car of a company', async () => {
  const { boss } = await aGarage()
  await server.request(createCar, { body: DACIA }, boss)
  const samePlate = await server.request(createCar, { body: { ...DACIA, indicativ: '28' } }, boss)
  expect(samePlate.body.errors).toEqual({ number: ['Numărul de înmatriculare este al altei mașini'] })
  const sameSign = await server.request(createCar, { body: { ...DACIA, number: 'BV28XYZ' } }, boss)
  expect(sameSign.body.errors).toEqual({ indicativ: ['Indicativul este al altei mașini active'] })
  const parked = await server.request(createCar, { body: { ...DACIA, number: 'BV28XYZ', is_active: false } }, boss)
  expect(parked.status).toBe(201)
})

test('of two concurrent requests for the same plate one succeeds', async () => {
  const { boss } = await aGarage()
  const answers = await Promise.all(
    ['1', '2', '3'].map((indicativ) => server.request(createCar, { body: { ...DACIA, indicativ } }, boss)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
})

test('an edit of an outdated version is refused', async () => {
  const { boss } = await aGarage()
  const { data: car } = (await server.request(createCar, { body: DACIA }, boss)).reply
  const change = (color: string, version: number) =>
    server.request(editCar, { params: { id: car.id }, body: { color }, headers: { 'if-match': String(version) } }, boss)
  const first = await change('alb', car.version)
  expect(first.reply.data.color).toBe('alb')
  const second = await change('negru', car.version)
  expect([second.status, second.body.code]).toEqual([409, 'car.changed_meanwhile'])
  expect((await change('negru', first.reply.data.version)).status).toBe(200)
})

test('documents have the state of the earliest expiry: expired, soon, valid', async () => {
  const { boss } = await aGarage()
  const documents = (until: string) => ({ taxi_licence_until: '2027-01-01', itp_until: '2027-01-01', rca_until: until })
  const ends = { '1': '2026-02-28', '2': '2026-03-20', '3': '2026-12-01' }
  for (const [indicativ, until] of Object.entries(ends)) {
    const body = { ...DACIA, indicativ, number: `BV0${indicativ}AAA`, ...documents(until) }
    await server.request(createCar, { body }, boss)
  }
  const all = await server.request(listCars, { query: { sort: 'papers' } }, boss)
  expect(all.reply.data.map(({ indicativ, papers: documents }) => [indicativ, documents])).toEqual([
    ['1', 'expired'],
    ['2', 'soon'],
    ['3', 'valid'],
  ])
  const expired = await server.request(listCars, { query: { papers: 'expired' } }, boss)
  expect(expired.reply.data.map(({ indicativ }) => indicativ)).toEqual(['1'])
})

test('drivers of cars without valid documents get no offers once the company requires them', async () => {
  const { companyId, boss } = await aGarage()
  await server.db.updateTable('company_settings').set({ require_valid_car_papers: true }).execute()
  const { driverId, carId } = await aDriver(server, { companyId })
  const facts = async () => {
    const { loadMembers } = await import('../drivers/members.store.ts')
    const [member] = await loadMembers(server.db, [driverId], server.clock.now())
    return member?.documentsUntil
  }
  expect(await facts()).toBeNull()
  const body = { taxi_licence_until: '2027-01-01', itp_until: '2026-05-01', rca_until: '2027-01-01' }
  const { data } = (await server.request(editCar, { params: { id: carId }, body }, boss)).reply
  expect(data.barred_by_papers).toBe(false)
  expect(await facts()).toBe('2026-05-01')
  const late = await server.request(editCar, { params: { id: carId }, body: { itp_until: '2026-02-01' } }, boss)
  expect(late.reply.data.barred_by_papers).toBe(true)
  expect(await facts()).toBe('2026-02-01')
})

test('a driver has one default car; the first car becomes it', async () => {
  const { companyId, boss } = await aGarage()
  const { driverId, carId } = await aDriver(server, { companyId })
  const { data: second } = (await server.request(createCar, { body: DACIA }, boss)).reply
  const link = (is_default: boolean) =>
    server.request(linkDriver, { params: { id: second.id }, body: { driver_id: driverId, is_default } }, boss)
  expect((await link(false)).reply.data.drivers).toMatchObject([{ id: driverId, is_default: false }])
  expect((await link(true)).reply.data.drivers).toMatchObject([{ id: driverId, is_default: true }])
  const first = await server.request(readCar, { params: { id: carId } }, boss)
  expect(first.reply.data.drivers).toMatchObject([{ id: driverId, is_default: false }])
  const gone = await server.request(unlinkDriver, { params: { id: second.id, driverId } }, boss)
  expect(gone.reply.data.drivers).toEqual([])
})

test('a driver of another company cannot be assigned to our car', async () => {
  const { boss } = await aGarage()
  const { companyId: other } = await aCompany(server)
  const { driverId } = await aDriver(server, { companyId: other })
  const { data: car } = (await server.request(createCar, { body: DACIA }, boss)).reply
  const answer = await server.request(linkDriver, { params: { id: car.id }, body: { driver_id: driverId } }, boss)
  expect([answer.status, answer.body.code]).toEqual([404, 'driver.unknown'])
})

test('a car whose driver has an order cannot be deleted; afterwards it can, and is restored with its drivers', async () => {
  const { companyId, boss } = await aGarage()
  const { driverId, carId } = await aDriver(server, { companyId })
  const { orderId } = await anOrder(server, { companyId })
  const order = server.db.updateTable('orders').where('id', '=', orderId)
  await order.set({ state: 'assigned', trip_state: 'waiting_driver', driver_id: driverId, car_id: carId }).execute()
  const params = { id: carId }
  const early = await server.request(deleteCar, { params }, boss)
  expect([early.status, early.body.code]).toEqual([409, 'car.on_trip'])
  const parked = await server.request(editCar, { params, body: { is_active: false } }, boss)
  expect(parked.body.code).toBe('car.on_trip')
  const unlinked = await server.request(unlinkDriver, { params: { id: carId, driverId } }, boss)
  expect(unlinked.body.code).toBe('car.on_trip')
  await order.set({ state: 'finished', trip_state: null }).execute()
  expect((await server.request(deleteCar, { params }, boss)).status).toBe(200)
  expect((await server.request(readCar, { params }, boss)).status).toBe(404)
  expect((await server.request(restoreCar, { params }, boss)).reply.data.drivers).toMatchObject([{ id: driverId }])
})

test('a deleted car is unknown to edits and deletions, one that was not deleted to restorations', async () => {
  const { boss } = await aGarage()
  const { data: car } = (await server.request(createCar, { body: DACIA }, boss)).reply
  const params = { id: car.id }
  const restored = await server.request(restoreCar, { params }, boss)
  expect([restored.status, restored.body.code]).toEqual([404, 'car.unknown'])
  await server.request(deleteCar, { params }, boss)
  const edited = await server.request(editCar, { params, body: { color: 'alb' } }, boss)
  expect([edited.status, edited.body.code]).toEqual([404, 'car.unknown'])
  const again = await server.request(deleteCar, { params }, boss)
  expect([again.status, again.body.code]).toEqual([404, 'car.unknown'])
})

test('a car cannot be restored when its plate or its call sign was taken', async () => {
  const { boss } = await aGarage()
  const { data: car } = (await server.request(createCar, { body: DACIA }, boss)).reply
  const params = { id: car.id }
  await server.request(deleteCar, { params }, boss)
  const { data: heir } = (await server.request(createCar, { body: { ...DACIA, indicativ: '28' } }, boss)).reply
  expect((await server.request(restoreCar, { params }, boss)).body.code).toBe('car.plate_taken')
  await server.request(editCar, { params: { id: heir.id }, body: { indicativ: '27', number: 'BV99ABC' } }, boss)
  expect((await server.request(restoreCar, { params }, boss)).body.code).toBe('car.sign_taken')
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a photo is identified by its bytes and replaced by a new one; a text is refused', async () => {
  const { boss } = await aGarage()
  const { data: car } = (await server.request(createCar, { body: DACIA }, boss)).reply
  const params = { id: car.id }
  const noPhoto = await server.request(readCarPhoto, { params }, boss)
  expect([noPhoto.status, noPhoto.body.code]).toEqual([404, 'car.no_photo'])
  const photo = Buffer.from('<svg onload=alert(1)>').toString('base64')
  const text = await server.request(saveCarPhoto, { params, body: { photo } }, boss)
  expect([text.status, text.body.errors]).toEqual([422, { photo: ['Fotografia trebuie să fie JPEG sau PNG'] }])
  const large = Buffer.concat([PNG, Buffer.alloc(2 ** 20)]).toString('base64')
  expect((await server.request(saveCarPhoto, { params, body: { photo: large } }, boss)).status).toBe(422)
  const saved = await server.request(saveCarPhoto, { params, body: { photo: PNG.toString('base64') } }, boss)
  expect(saved.reply.data.photo_url).toMatch(/^\/api\/cars\/\d+\/photo\?at=\d+$/)
  const read = await server.inject({ url: `/api/cars/${car.id}/photo`, headers: { authorization: `Bearer ${boss}` } })
  expect([read.headers['content-type'], read.rawPayload.equals(PNG)]).toEqual(['image/png', true])
  expect((await server.request(deleteCarPhoto, { params }, boss)).reply.data.photo_url).toBeNull()
})

test('the list is searched by plate, make and driver, sorted by call signs as numbers, and exported as filtered', async () => {
  const { companyId, boss } = await aGarage()
  for (const [indicativ, number] of [
    ['9', 'BV09AAA'],
    ['10', 'BV10BBB'],
    ['S1', 'BV11CCC'],
  ] as const) {
    await server.request(createCar, { body: { ...DACIA, indicativ, number } }, boss)
  }
  const { driverId } = await aDriver(server, { companyId, indicativ: '200' })
  await server.db.updateTable('users').set({ name: 'Țîru Ștefan' }).where('id', '=', driverId).execute()
  const found = async (query: Parameters<typeof addressOf<typeof listCars>>[1]['query']) =>
    (await server.request(listCars, { query }, boss)).reply.data.map(({ indicativ }) => indicativ)
  expect(await found({})).toEqual(['9', '10', 'S1', '200'])
  expect(await found({ search: 'bv 10 b' })).toEqual(['10'])
  expect(await found({ search: 'tiru' })).toEqual(['200'])
  expect(await found({ search: '%' })).toEqual([])
  expect(await found({ without_driver: '1', sort: '-number' })).toEqual(['S1', '10', '9'])
  const { page, per_page } = { page: 2, per_page: 3 }
  expect(await found({ page, per_page })).toEqual(['200'])
  const file = await server.inject({
    method: 'POST',
    url: exportCars.path,
    payload: { search: 'dacia', without_driver: '1' },
    headers: { authorization: `Bearer ${boss}` },
  })
  expect(file.headers['content-disposition']).toBe('attachment; filename="masini.csv"')
  expect(file.body.split('\r\n').map((line) => line.split(';')[0])).toEqual(['\uFEFFIndicativ', '9', '10', 'S1', ''])
})

test('many cars at once: each is deleted or has a reason; a repeat changes nothing; all can be restored', async () => {
  const { companyId, boss } = await aGarage()
  const [free, busy] = [await aDriver(server, { companyId }), await aDriver(server, { companyId })]
  const otherTenant = await aDriver(server, await aCompany(server))
  const { orderId } = await anOrder(server, { companyId })
  const driven = { driver_id: busy.driverId, car_id: busy.carId }
  await server.db
    .updateTable('orders')
    .set({ state: 'assigned', trip_state: 'waiting_driver', ...driven })
    .where('id', '=', orderId)
    .execute()
  const ids = [free.carId, busy.carId, otherTenant.carId]
  const all = async (action: 'deactivate' | 'activate' | 'delete' | 'restore', headers = {}) =>
    (await server.request(changeManyCars, { body: { ids, action }, headers }, boss)).reply.data
  const listed = async () =>
    (await server.request(listCars, {}, boss)).reply.data.map(({ id, is_active }) => [id, is_active])
  const off = await all('deactivate')
  expect(off.map(({ id, ok }) => [id, ok])).toEqual([
    [free.carId, true],
    [busy.carId, false],
    [otherTenant.carId, false],
  ])
  expect(off.every(({ ok, message }) => ok === (message === null))).toBe(true)
  const once = { 'idempotency-key': 'many-cars-gone' }
  const gone = await all('delete', once)
  expect(gone).toEqual(await all('delete', once))
  expect(await listed()).toEqual([[busy.carId, true]])
  expect((await all('restore')).map(({ ok }) => ok)).toEqual([true, false, false])
  await all('activate')
  expect((await listed()).toSorted()).toEqual(
    [
      [free.carId, true],
      [busy.carId, true],
    ].toSorted(),
  )
})

test('a dispatcher cannot manage cars', async () => {
  const { companyId } = await aGarage()
  const { email } = await aDispatcher(server, { companyId })
  expect((await server.request(listCars, {}, await server.logIn(email))).status).toBe(403)
})
