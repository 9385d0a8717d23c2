import {
  changeCompanyStatus,
  deleteCompanyLogo,
  editCompany,
  listCompanies,
  listStandings,
  readCompany,
  readCompanyLogo,
  saveCompanyLogo,
} from '@dispecerat/contract/identity/companies'
import { listChanges } from '@dispecerat/contract/office/changes'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, aUser } from '../../testing/builders.ts'
import { cleanSvg } from './clean-svg.ts'

let server: TestServer
let platform: string
let boss: string
let id: CompanyId

beforeAll(async () => {
  server = await aServer()
  platform = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
})
afterAll(() => server.stop())
beforeEach(async () => {
  id = (await aCompany(server, { name: 'Taxi Cetate', status: 'trial', trialUntil: '2026-02-25' })).companyId
  boss = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [id] })).email)
})

const read = async (as = boss) => (await server.request(readCompany, { params: { id } }, as)).reply.data
const edit = (body: object, version?: number) =>
  server.request(
    editCompany,
    { params: { id }, body, ...(version ? { headers: { 'if-match': String(version) } } : {}) },
    boss,
  )
const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(40)])
const send = (bytes: Buffer) =>
  server.request(saveCompanyLogo, { params: { id }, body: { logo: bytes.toString('base64') } }, boss)

test('a company edits its own profile; of two concurrent edits the second is refused; the audit log has the author', async () => {
  const first = await read()
  const { reply } = await edit({ phone: '0268 111 222', address: 'Strada Lungă 1' }, first.version)
  expect(reply.data).toMatchObject({ phone: '+40268111222', address: 'Strada Lungă 1', name: 'Taxi Cetate' })
  const late = await edit({ name: 'Taxi Tâmpa' }, first.version)
  expect([late.status, late.body.code]).toEqual([409, 'company.changed_meanwhile'])
  const { data } = (await server.request(listChanges, { query: { entity: 'company', entity_id: id } }, boss)).reply
  expect(data).toHaveLength(1)
  expect(data[0]?.fields.map(({ field }) => field).toSorted()).toEqual(['address', 'phone'])
})

test.each<[string, object, string]>([
  ['a name of blanks', { name: '   ' }, 'name'],
  ['a name too long', { name: 'x'.repeat(201) }, 'name'],
  ['a phone that is none', { phone: '123' }, 'phone'],
  ['half a place', { lat: 45.6 }, 'lat'],
  ['a place off the globe', { lat: 95, lng: 25 }, 'lat'],
  ['letters that turn a text round', { description: 'a\u202eb' }, 'description'],
])('%s is refused at its field', async (_, body, field) => {
  const answer = await edit(body)
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.body.errors as object)).toContain(field)
})

test('a logo is identified by its bytes and served again; a text file or a too large one is refused', async () => {
  expect((await server.request(readCompanyLogo, { params: { id } }, boss)).status).toBe(404)
  const saved = (await send(png)).reply.data
  expect(saved.logo).toContain(`/api/companies/${id}/logo`)
  const shown = await server.request(readCompanyLogo, { params: { id } }, boss)
  expect(shown.headers['content-type']).toBe('image/png')
  // Comments that each could end in a thousand places make a backtracking pattern hang.
  const endless = Buffer.from('<!---->'.repeat(1000))
  for (const bytes of [Buffer.from('<html><script>alert(1)</script></html>'), Buffer.alloc(1024 * 1024 + 1), endless]) {
    const refused = await send(bytes)
    expect([refused.status, Object.keys(refused.body.errors as object)]).toEqual([422, ['logo']])
  }
  const without = await server.request(deleteCompanyLogo, { params: { id } }, boss)
  expect(without.reply.data.logo).toBeNull()
  expect((await server.request(deleteCompanyLogo, { params: { id } }, boss)).status).toBe(404)
})

test('an SVG keeps its shapes and colours and loses whatever executes or loads from elsewhere', async () => {
  const drawing = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)">
    <script>alert(2)</script><style>@import url(http://x.ro/a.css)</style>
    <defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
    <a href="javascript:alert(3)"><rect width="9" height="9" fill="url(#g)" stroke="url(http://x.ro/p)"/></a>
    <use href="#g"/><use xlink:href="http://x.ro/a.svg#b"/><image href="http://x.ro/a.png"/>
    <foreignObject><iframe src="http://x.ro"></iframe></foreignObject><set attributeName="href" to="x"/></svg>`
  const { reply } = await send(Buffer.from(drawing))
  expect(reply.data.logo).not.toBeNull()
  const shown = await server.request(readCompanyLogo, { params: { id } }, boss)
  expect(shown.headers['content-type']).toMatch(/^image\/svg\+xml/)
  expect(shown.headers['content-security-policy']).toContain('sandbox')
  const svg = cleanSvg(drawing)
  expect(svg).toMatch(/viewBox="0 0 9 9"[\s\S]*<linearGradient id="g">[\s\S]*fill="url\(#g\)"[\s\S]*<use href="#g"/)
  expect(svg).not.toMatch(/script|alert|onload|style|import|x\.ro|iframe|foreignObject|<image|<set|javascript/i)
})

test('only the platform finds companies by text and state, and sees which ones work', async () => {
  await aDriver(server, { companyId: id })
  const find = async (query: object, as = platform) =>
    (await server.request(listCompanies, { query }, as)).reply.data.filter((row) => row.id === id)
  expect(await find({ search: 'cetate', status: 'trial' })).toMatchObject([{ drivers_count: 1, operators_count: 0 }])
  expect(await find({ status: 'active' })).toEqual([])
  expect((await server.request(listCompanies, {}, boss)).reply.data.map((row) => row.id)).toEqual([id])

  const input = { params: { id }, body: { status: 'suspended' as const } }
  expect((await server.request(changeCompanyStatus, input, boss)).status).toBe(403)
  expect((await server.request(changeCompanyStatus, input, platform)).reply.data).toMatchObject({ status: 'suspended' })
  expect((await read()).trial_until).toBe('2026-02-25')
  const wrong = { status: 'trial' as const, trial_until: '2026-02-31' }
  expect((await server.request(changeCompanyStatus, { params: { id }, body: wrong }, platform)).status).toBe(422)
  const longer = { status: 'trial' as const, trial_until: '2026-04-01' }
  const { reply } = await server.request(changeCompanyStatus, { params: { id }, body: longer }, platform)
  expect(reply.data).toMatchObject({ status: 'trial', trial_until: '2026-04-01' })
  const unknown = { params: { id: 999_999 }, body: longer }
  expect((await server.request(changeCompanyStatus, unknown, platform)).status).toBe(404)
})

test('the company’s users see until when orders are taken, and are notified when that changes', async () => {
  const dispatcher = await server.logIn((await aDispatcher(server, { companyId: id })).email)
  const standing = async () => (await server.request(listStandings, {}, dispatcher)).reply.data
  expect(await standing()).toEqual([
    {
      company_id: id,
      name: 'Taxi Cetate',
      status: 'trial',
      trial_until: '2026-02-25',
      orders_until: '2026-03-04',
      takes_orders: true,
      approval: 'approved',
      approval_reason: null,
      is_email_proved: true,
    },
  ])
  const socket = await server.socket(dispatcher)
  await server.request(changeCompanyStatus, { params: { id }, body: { status: 'suspended' } }, platform)
  expect((await socket.waitForEvent('company_settings_changed')).data).toEqual({ company_id: id })
  expect(await standing()).toMatchObject([{ takes_orders: false, orders_until: null }])
})
