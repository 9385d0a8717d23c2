import {
  createAnnouncement,
  deleteAnnouncement,
  editAnnouncement,
  listAnnouncements,
  listCurrentAnnouncements,
  listDriverAnnouncements,
  restoreAnnouncement,
} from '@dispecerat/contract/office/announcements'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, aUser } from '../../testing/builders.ts'

interface Office extends AsyncDisposable {
  server: TestServer
  manager: string
  dispatcher: string
  phone: string
}

async function anOffice(): Promise<Office> {
  const server = await aServer({ at: '2026-03-01T12:00:00+02:00' })
  const { companyId } = await aCompany(server)
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  return {
    server,
    manager: await server.logIn(boss.email),
    dispatcher: await server.logIn((await aDispatcher(server, { companyId })).email),
    phone: await server.logIn((await aDriver(server, { companyId })).email),
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

const ANNOUNCEMENT = { title: 'Polei', text: 'Drumul Poienii este alunecos', audience: 'all' } as const
const titles = (announcements: readonly { title: string }[]) => announcements.map(({ title }) => title)

test('an announcement starts and ends by itself, and each audience receives its own', async () => {
  await using office = await anOffice()
  const { server, manager, dispatcher, phone } = office
  const announce = (more: object) => server.request(createAnnouncement, { body: { ...ANNOUNCEMENT, ...more } }, manager)
  const current = async () => titles((await server.request(listCurrentAnnouncements, {}, dispatcher)).reply.data)
  const drivers = async () => titles((await server.request(listDriverAnnouncements, {}, phone)).reply.data)
  await announce({ title: 'Toți' })
  await announce({ title: 'Șoferi', audience: 'drivers' })
  await announce({ title: 'Dispeceri', audience: 'dispatchers', ends_at: '2026-03-01 11:00:00' })
  await announce({ title: 'Diseară', starts_at: '2026-03-01 18:00:00' })
  expect([await current(), await drivers()]).toEqual([
    ['Dispeceri', 'Toți'],
    ['Șoferi', 'Toți'],
  ])
  server.pass(3600)
  expect(await current()).toEqual(['Toți'])
  server.pass(8 * 3600)
  expect(await drivers()).toEqual(['Diseară', 'Șoferi', 'Toți'])
  const over = await server.request(listAnnouncements, { query: { time: 'over' } }, dispatcher)
  expect(titles(over.reply.data)).toEqual(['Dispeceri'])
})

test('a change notifies dispatchers, and phones only when it concerns drivers', async () => {
  await using office = await anOffice()
  const { server, manager, dispatcher, phone } = office
  const [socket, radio] = [await server.socket(dispatcher), await server.socket(phone)]
  const secret = { ...ANNOUNCEMENT, audience: 'dispatchers' } as const
  const { id } = (await server.request(createAnnouncement, { body: secret }, manager)).reply.data
  await socket.waitForEvent('announcements_changed')
  await radio.caughtUp()
  expect(radio.framesOf('announcements_changed')).toEqual([])
  await server.request(editAnnouncement, { params: { id }, body: { audience: 'drivers' } }, manager)
  await radio.waitForEvent('announcements_changed')
})

test('an end before the start is refused; a deleted one can be restored; dispatchers only read', async () => {
  await using office = await anOffice()
  const { server, manager, dispatcher } = office
  const wrong = { ...ANNOUNCEMENT, ends_at: '2026-02-28 10:00:00' }
  const refused = await server.request(createAnnouncement, { body: wrong }, manager)
  expect([refused.status, refused.body.errors]).toEqual([422, { ends_at: ['Sfârșitul trebuie să fie după început'] }])
  const { id } = (await server.request(createAnnouncement, { body: ANNOUNCEMENT }, manager)).reply.data
  expect((await server.request(deleteAnnouncement, { params: { id } }, dispatcher)).status).toBe(403)
  await server.request(deleteAnnouncement, { params: { id } }, manager)
  expect((await server.request(listCurrentAnnouncements, {}, dispatcher)).reply.data).toEqual([])
  expect((await server.request(restoreAnnouncement, { params: { id } }, manager)).reply.data.title).toBe('Polei')
})

test('of two concurrent edits the second is refused, and nothing of the first is lost', async () => {
  await using office = await anOffice()
  const { server, manager } = office
  const { id, version } = (await server.request(createAnnouncement, { body: ANNOUNCEMENT }, manager)).reply.data
  const edit = (body: object) =>
    server.request(editAnnouncement, { params: { id }, body, headers: { 'if-match': String(version) } }, manager)
  const first = await edit({ text: 'S-a dat cu sare' })
  expect(first.reply.data.version).not.toBe(version)
  const late = await edit({ title: 'Gheață' })
  expect([late.status, late.body.code]).toEqual([409, 'announcement.changed_meanwhile'])
  const [stands] = (await server.request(listAnnouncements, {}, manager)).reply.data
  expect(stands).toMatchObject({ title: 'Polei', text: 'S-a dat cu sare', version: first.reply.data.version })
})
