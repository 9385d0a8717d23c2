import {
  closeIncident,
  exportIncidents,
  type Incident,
  listIncidents,
  noteIncident,
  readIncident,
  reopenIncident,
  reportDriverIncident,
  reportIncident,
  takeIncident,
} from '@dispecerat/contract/office/incidents'
import { readStatistics } from '@dispecerat/contract/orders/company-dispatch'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { type ADriver, aClient, aCompany, aDispatcher, aDriver, anOrder, TOWN_SQUARE } from '../../testing/builders.ts'

interface Fixture extends AsyncDisposable {
  server: TestServer
  companyId: CompanyId
  maria: string
  ana: string
  driver: ADriver
  phone: string
}

async function createFixture(): Promise<Fixture> {
  const server = await aServer()
  const { companyId } = await aCompany(server)
  const driver = await aDriver(server, { companyId, at: TOWN_SQUARE })
  return {
    server,
    companyId,
    maria: await server.logIn((await aDispatcher(server, { companyId })).email),
    ana: await server.logIn((await aDispatcher(server, { companyId })).email),
    driver,
    phone: await server.logIn(driver.email),
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

const press = ({ server, phone }: Fixture, body: object = {}) =>
  server.request(reportDriverIncident, { body: { type: 'sos', ...body } as never }, phone)
const details = async ({ server, maria }: Fixture, id: number) =>
  (await server.request(readIncident, { params: { id } }, maria)).reply.data

test('an SOS rings in every console with the last position; everybody sees who takes it, the driver too', async () => {
  await using fixture = await createFixture()
  const { server, maria, ana, driver, phone } = fixture
  const [socket, radio] = [await server.socket(ana), await server.socket(phone)]
  const { id } = (await press(fixture)).reply.data
  const rang = await socket.waitForEvent<Incident>('incident_created')
  expect(rang.data).toMatchObject({ id, type: 'sos', status: 'open', indicativ: driver.indicativ, ...TOWN_SQUARE })

  await server.request(takeIncident, { params: { id }, body: { note: '' } }, maria)
  expect((await socket.waitForEvent<Incident>('incident_changed')).data).toMatchObject({ status: 'in_work' })
  expect((await radio.waitForEvent('incident_changed')).data).toEqual({ id, status: 'in_work' })
  const second = await server.request(takeIncident, { params: { id }, body: { note: '' } }, ana)
  expect([second.status, second.body.code]).toEqual([409, 'incident.wrong_status'])
})

test('two dispatchers take an SOS at once: one has it, the other is refused', async () => {
  await using fixture = await createFixture()
  const { server, maria, ana } = fixture
  const { id } = (await press(fixture)).reply.data
  const take = (token: string) => server.request(takeIncident, { params: { id }, body: { note: '' } }, token)
  const answers = await Promise.all([take(maria), take(ana)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('pressing the button again within a minute moves the first alarm; later it raises another one', async () => {
  await using fixture = await createFixture()
  const first = (await press(fixture)).reply.data
  const both = await Promise.all([press(fixture, { lat: 45.7, long: 25.5 }), press(fixture, { lat: 45.7, long: 25.5 })])
  expect(both.map(({ reply }) => reply.data.id)).toEqual([first.id, first.id])
  expect(await details(fixture, first.id)).toMatchObject({ lat: 45.7, long: 25.5 })
  fixture.server.pass(61)
  expect((await press(fixture)).reply.data.id).not.toBe(first.id)
})

test('a console that reconnects sees the SOS that nobody took', async () => {
  await using fixture = await createFixture()
  const { id } = (await press(fixture, { text: 'Ajutor' })).reply.data
  const open = await fixture.server.request(listIncidents, { query: { status: 'open', type: 'sos' } }, fixture.ana)
  expect(open.reply.data).toMatchObject([{ id, text: 'Ajutor', status: 'open' }])
})

test('every step is logged with its author; an incident is closed with a note and may be reopened', async () => {
  await using fixture = await createFixture()
  const { server, companyId, driver, maria, ana } = fixture
  const { orderId } = await anOrder(server, { companyId })
  const body = { type: 'lost_item', text: 'Telefon uitat', order_id: orderId, driver_id: driver.driverId } as const
  const { id } = (await server.request(reportIncident, { body }, maria)).reply.data
  const count = async () => (await server.request(readStatistics, {}, maria)).reply.incidentsCount
  expect(await count()).toBe(1)
  await server.request(noteIncident, { params: { id }, body: { note: 'Șoferul îl aduce' } }, ana)
  expect((await server.request(closeIncident, { params: { id }, body: { note: ' ' } }, ana)).status).toBe(422)
  await server.request(closeIncident, { params: { id }, body: { note: 'Predat' } }, ana)
  server.pass(6)
  expect(await count()).toBe(0)
  await server.request(reopenIncident, { params: { id }, body: { note: 'Nu era al ei' } }, maria)
  const { steps, status, closed_at } = await details(fixture, id)
  expect([status, closed_at]).toEqual(['open', null])
  expect(steps.map(({ step, note }) => [step, note])).toEqual([
    ['reported', ''],
    ['noted', 'Șoferul îl aduce'],
    ['closed', 'Predat'],
    ['reopened', 'Nu era al ei'],
  ])
  expect(steps.every(({ user_name }) => user_name !== null)).toBe(true)
})

test('an accident that a phone reports reaches every console, with its driver', async () => {
  await using fixture = await createFixture()
  const socket = await fixture.server.socket(fixture.ana)
  await press(fixture, { type: 'accident', text: 'Tamponare la gară' })
  const { driverId, indicativ } = fixture.driver
  const received = await socket.waitForEvent<Incident>('incident_created')
  expect(received.data).toMatchObject({ type: 'accident', reported_by: driverId, indicativ, text: 'Tamponare la gară' })
})

test('the card, the list and the file show client and address of an incident; the event for every console names no client', async () => {
  await using fixture = await createFixture()
  const { server, companyId, maria, ana } = fixture
  const { clientId, phone } = await aClient(server, { companyIds: [companyId], name: 'Doamna Ionescu' })
  const socket = await server.socket(ana)
  const reported = { client_id: clientId, address: 'Piața Sfatului 1', ...TOWN_SQUARE }
  const whole = { ...reported, client_name: 'Doamna Ionescu', client_phone: phone }
  const body = { type: 'complaint', text: 'Șofer grăbit', ...reported } as const
  const { id } = (await server.request(reportIncident, { body }, maria)).reply.data
  const received = (await socket.waitForEvent<Incident>('incident_created')).data
  expect(received).toMatchObject({ id, client_name: null, client_phone: null, address: null })
  expect(await details(fixture, id)).toMatchObject(whole)
  expect((await server.request(listIncidents, { query: {} }, ana)).reply.data).toMatchObject([whole])
  const headers = { authorization: `Bearer ${maria}` }
  const file = await server.inject({ method: 'POST', url: exportIncidents.path, payload: {}, headers })
  expect(file.body).toContain('Doamna Ionescu')
  expect(file.body).toContain('Piața Sfatului 1')
})

test('a location may be a text alone; a latitude without a longitude is refused', async () => {
  await using fixture = await createFixture()
  const report = (more: object) =>
    fixture.server.request(reportIncident, { body: { type: 'other', text: 'Zgomot', ...more } }, fixture.maria)
  const { id } = (await report({ address: 'parcarea din spatele gării' })).reply.data
  expect(await details(fixture, id)).toMatchObject({ address: 'parcarea din spatele gării', lat: null, long: null })
  expect(await details(fixture, (await report({ address: '  ' })).reply.data.id)).toMatchObject({ address: null })
  const half = await report({ lat: 45.65 })
  expect([half.status, half.body.errors]).toEqual([422, { lat: ['Coordonate invalide'] }])
})

test('an SOS that moves loses the text of its old location', async () => {
  await using fixture = await createFixture()
  const { server, driver, maria } = fixture
  const body = { type: 'sos', text: 'A sunat', driver_id: driver.driverId, address: 'Gara', ...TOWN_SQUARE } as const
  const { id } = (await server.request(reportIncident, { body }, maria)).reply.data
  expect((await press(fixture, { lat: 45.7, long: 25.5 })).reply.data.id).toBe(id)
  expect(await details(fixture, id)).toMatchObject({ address: null, lat: 45.7, long: 25.5 })
})

test('an order, a driver or a client of another company cannot be named', async () => {
  await using fixture = await createFixture()
  const other = await aCompany(fixture.server)
  const theirs = await aDriver(fixture.server, other)
  const { orderId } = await anOrder(fixture.server, other)
  const client = await aClient(fixture.server, { companyIds: [other.companyId] })
  const report = (more: object) =>
    fixture.server.request(reportIncident, { body: { type: 'other', text: 'Zgomot', ...more } }, fixture.maria)
  expect((await report({ order_id: orderId })).body.code).toBe('order.unknown')
  expect((await report({ driver_id: theirs.driverId })).body.code).toBe('user.unknown')
  expect((await report({ client_id: client.clientId })).body.code).toBe('user.unknown')
})
