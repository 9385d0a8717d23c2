import { listChanges } from '@dispecerat/contract/office/changes'
import { changeMessageText, listMessageTexts } from '@dispecerat/contract/office/message-texts'
import { listOutboundMessages } from '@dispecerat/contract/office/outbox'
import { resetPersonPassword } from '@dispecerat/contract/office/people'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { TextKey } from '@dispecerat/domain/office/message-texts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aUser } from '../../testing/builders.ts'

let server: TestServer
let companyId: CompanyId
let colleagueId: number
const tokens = {} as Record<'boss' | 'dispatcher' | 'platform' | 'neighbour', string>

beforeAll(async () => {
  server = await aServer()
  companyId = (await aCompany(server, { name: 'Taxi <b>Țepeș</b>' })).companyId
  const other = (await aCompany(server)).companyId
  const logIn = async (user: Promise<{ email: string }>) => server.logIn((await user).email)
  tokens.boss = await logIn(aUser(server, { roles: ['company_admin'], companyIds: [companyId] }))
  tokens.neighbour = await logIn(aUser(server, { roles: ['company_admin'], companyIds: [other] }))
  tokens.platform = await logIn(aUser(server, { roles: ['admin'] }))
  const colleague = await aDispatcher(server, { companyId })
  colleagueId = colleague.userId
  tokens.dispatcher = await server.logIn(colleague.email)
})
afterAll(() => server.stop())

const texts = async (who: keyof typeof tokens = 'boss') =>
  (await server.request(listMessageTexts, {}, tokens[who])).reply.data
const one = async (key: TextKey, who?: keyof typeof tokens) => (await texts(who)).find((text) => text.key === key)
const change = (key: TextKey, body: object, how: { as?: keyof typeof tokens; version?: number } = {}) =>
  server.request(
    changeMessageText,
    { params: { key }, body, ...(how.version === undefined ? {} : { headers: { 'if-match': String(how.version) } }) },
    tokens[how.as ?? 'boss'],
  )

async function mailedReset() {
  const before = new Set((await server.db.selectFrom('outbox').select('id').execute()).map(({ id }) => id))
  await server.request(resetPersonPassword, { params: { id: colleagueId }, body: {} }, tokens.boss)
  const mails = await server.db.selectFrom('outbox').selectAll().execute()
  const [mail] = mails.filter(({ id }) => !before.has(id))
  if (!mail) throw new Error('no mail was written')
  return mail
}

test('mails use the company’s text, and the default again after it is reset', async () => {
  expect((await mailedReset()).subject).toBe('Parolă nouă pentru Dispecerat')
  const text = 'Salut! Alege parola aici: {legatura}\n\n{companie}'
  const saved = await change('password_reset', { subject: 'Parola ta la {companie}', text })
  expect(saved.reply.data).toMatchObject({ text, is_own: true, version: 1 })
  const mail = await mailedReset()
  expect(mail.subject).toBe('Parola ta la Taxi <b>Țepeș</b>')
  expect(mail.text).toMatch(/^Salut! Alege parola aici: https?:\/\/\S+\/reset-password#\S+\n\nTaxi <b>Țepeș<\/b>$/)
  expect(mail.html).toContain('Taxi &lt;b&gt;Țepeș&lt;/b&gt;')
  expect(mail.html).toMatch(/<a href="https?:\/\/[^"]+#[\w-]+">/)
  expect(mail.is_secret).toBe(true)
  const reset = await change('password_reset', { subject: null, text: null })
  expect(reset.reply.data).toMatchObject({ is_own: false, version: 2 })
  expect((await mailedReset()).text).toContain('Cineva a cerut o parolă nouă')
})

test.each([
  ['password_reset', { text: 'Aici: {link}' }, 'text', 'Nu există {link} aici'],
  ['password_reset', { text: 'Parola e în alt mesaj' }, 'text', 'Lipsește {legatura}'],
  ['password_reset', { text: '   ' }, 'text', 'Scrieți textul'],
  ['password_reset', { subject: 'Pentru {nume}' }, 'subject', 'Nu există {nume} aici'],
  ['password_reset', { is_on: false }, 'is_on', 'pleacă întotdeauna'],
  ['password_reset', { is_plain: true }, 'is_plain', 'Doar pentru SMS'],
  ['client_arrived', { subject: 'A sosit' }, 'subject', 'nu are subiect'],
  ['client_arrived', { text: 'ă'.repeat(601) }, 'text', '600'],
  ['welcome', { text: 'Bună' }, 'text', 'al platformei'],
] as const)('%s: %o is refused at its field', async (key, body, field, expected) => {
  const { status, body: answer } = await change(key, body)
  expect(status).toBe(422)
  expect(String((answer.errors as Record<string, string[]>)[field])).toContain(expected)
})

test('the audit log has the changed fields and the version of a text; saving the same values writes no entry', async () => {
  await change('partner_asked', { is_on: false })
  await change('partner_asked', { is_on: false })
  const query = { entity: 'text_partner_asked', entity_id: companyId }
  const { data } = (await server.request(listChanges, { query }, tokens.boss)).reply
  expect(data).toHaveLength(1)
  expect(data[0]?.fields).toEqual([
    { field: 'is_on', before: null, after: false },
    { field: 'version', before: 0, after: 1 },
  ])
  expect((await server.request(listChanges, { query }, tokens.neighbour)).reply.data).toEqual([])
})

test('the second of two users who read the same version of a text gets settings.changed_meanwhile', async () => {
  const version = (await one('client_canceled'))?.version ?? -1
  expect((await change('client_canceled', { is_on: true }, { version })).status).toBe(200)
  const late = await change('client_canceled', { text: 'Anulată' }, { version })
  expect([late.status, late.body.code]).toEqual([409, 'settings.changed_meanwhile'])
})

test('the platform’s text is the default of companies without their own, and only the platform can edit the welcome text', async () => {
  expect((await texts()).map(({ key }) => key)).not.toContain('welcome')
  expect((await change('welcome', { text: 'Bine ați venit, {nume}' }, { as: 'platform' })).status).toBe(200)
  expect((await change('client_chat', { text: '{mesaj} Echipa.' }, { as: 'platform' })).status).toBe(200)
  expect((await change('client_arrived', { is_on: true }, { as: 'platform' })).status).toBe(422)
  expect(await one('client_chat')).toMatchObject({ text: '{mesaj} Echipa.', is_own: false })
  await change('client_chat', { text: '{mesaj} {companie}' })
  expect(await one('client_chat')).toMatchObject({ text: '{mesaj} {companie}', default_text: '{mesaj} Echipa.' })
  expect(await one('client_chat', 'neighbour')).toMatchObject({ text: '{mesaj} Echipa.' })
})

test('dispatchers cannot read or edit texts', async () => {
  expect((await server.request(listMessageTexts, {}, tokens.dispatcher)).status).toBe(403)
  expect((await change('client_arrived', { is_on: true }, { as: 'dispatcher' })).status).toBe(403)
  expect((await server.request(listOutboundMessages, {}, tokens.dispatcher)).status).toBe(403)
})
