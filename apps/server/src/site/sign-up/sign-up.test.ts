import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listSearchIntervals } from '@dispecerat/contract/dispatch/search-rules'
import { updateAccount } from '@dispecerat/contract/identity/account'
import { logIn, whoAmI } from '@dispecerat/contract/identity/accounts'
import { editCompany, listConsents, listStandings, readCompany } from '@dispecerat/contract/identity/companies'
import { createOrder } from '@dispecerat/contract/orders/orders'
import {
  CONSENT_WORDING,
  checkCui,
  proveEmail,
  readAppLinks,
  readSignUpMode,
  type SignUpForm,
  sendProofAgain,
  signUp,
} from '@dispecerat/contract/site/sign-up'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sendDueMessages } from '../../platform/outbox/send-due-messages.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { placesOf } from '../../testing/database/database-dump.ts'
import { mailsSent, tokenMailedTo } from '../../testing/mails-sent.ts'
import { loadPages } from '../content/content.public.ts'
import { tokenOfProof } from './sign-up.public.ts'

const FORM: SignUpForm = {
  cui: 'RO 14399840',
  name: 'Exemplu Taxi SRL',
  address: 'Str. Lungă 2, Brașov',
  phone: '0268 123 456',
  package_id: 1,
  user_name: 'Ana Pop',
  user_email: 'ana@exemplu.ro',
  user_password: 'o-parola-lunga',
  consent: true,
}

const OPEN = { SIGN_UP: 'open' }

const send = (server: TestServer, change: object = {}) => server.request(signUp, { body: { ...FORM, ...change } })

test('a sign-up creates a company on trial with an administrator who is also a dispatcher, search rules, the consent and two mails', async () => {
  await using server = await aServer({ at: '2026-03-01T23:30:00+02:00', env: OPEN })
  await loadPages(server)
  const { company } = (await send(server)).reply
  expect(company).toMatchObject({ name: FORM.name, package_id: 1, trial_until: '2026-03-15' })

  const credentials = { email: FORM.user_email, password: FORM.user_password }
  const { token } = (await server.request(logIn, { body: credentials })).reply
  const user = (await server.request(whoAmI, {}, token)).reply.data
  expect(user.roles.toSorted()).toEqual(['company_admin', 'dispatcher'])
  expect(user.companies.map(({ id }) => id)).toEqual([company.id])
  const intervals = (await server.request(listSearchIntervals, { query: {} }, token)).reply
  expect(JSON.stringify(intervals)).toContain('by_radius')

  const consent = await server.db.selectFrom('consents').selectAll().executeTakeFirstOrThrow()
  expect(consent).toMatchObject({ company_id: company.id, wording: CONSENT_WORDING, ip: '127.0.0.1' })
  expect(consent.given_at).toEqual(server.clock.now())
  expect(consent.texts).toEqual(
    ['comunicari-comerciale', 'confidentialitate', 'termeni'].map((url) => ({ url, version: 1 })),
  )
  const [listedConsent] = (await server.request(listConsents, { params: { id: company.id } }, token)).reply.data
  expect(listedConsent).toMatchObject({
    user: { id: user.id, name: FORM.user_name },
    wording: CONSENT_WORDING,
    ip: '127.0.0.1',
  })
  expect(listedConsent?.texts).toEqual(consent.texts)
  const outboundMessages = await server.db.selectFrom('outbox').select(['recipient', 'subject', 'company_id']).execute()
  expect(outboundMessages).toEqual([
    { recipient: FORM.user_email, subject: 'Confirmați adresa de e-mail', company_id: null },
    { recipient: FORM.user_email, subject: 'Bun venit în Dispecerat', company_id: company.id },
  ])
})

test('the type of a company follows from its package', async () => {
  await using server = await aServer({ env: OPEN })
  const typeOf = async (package_id: number) => {
    const user_email = `pachet${package_id}@exemplu.ro`
    await send(server, { package_id, user_email })
    const user = (await server.request(whoAmI, {}, await server.logIn(user_email))).reply.data
    return user.companies.map(({ type }) => type)
  }
  expect([await typeOf(1), await typeOf(2), await typeOf(3)]).toEqual([['taxi'], ['delivery'], ['delivery']])
})

test('a form sent twice creates one company; another form with the same e-mail is refused at that field', async () => {
  await using server = await aServer()
  const [first, second] = await Promise.all([send(server), send(server)])
  expect([first.status, second.status]).toEqual([201, 201])
  expect(first.reply.company.id).toBe(second.reply.company.id)
  const counted = await server.db.selectFrom('companies').select('id').execute()
  expect(counted).toHaveLength(1)

  const emailTaken = { user_email: ['E-mailul este deja folosit'] }
  expect((await send(server, { user_password: 'alta-parola' })).body.errors).toEqual(emailTaken)
  expect((await send(server, { cui: '16054368' })).body.errors).toEqual(emailTaken)
  server.pass(16 * 60)
  expect((await send(server)).body.errors).toEqual(emailTaken)
})

test('an unverified CUI does not block another company with the same CUI, and neither has it approved', async () => {
  await using server = await aServer()
  const first = (await send(server)).reply.company
  const second = (await send(server, { user_email: 'firma@exemplu.ro' })).reply.company
  expect(second.id).not.toBe(first.id)
  const companies = await server.db.selectFrom('companies').select(['id', 'cui']).orderBy('id').execute()
  expect(companies).toEqual([first, second].map(({ id }) => ({ id, cui: '14399840' })))
  expect(await server.db.selectFrom('company_cuis').selectAll().execute()).toEqual([])
})

test('with SIGN_UP=off no company is created; by default a company waits for approval', async () => {
  await using closed = await aServer({ env: { SIGN_UP: 'off' } })
  expect((await closed.request(readSignUpMode, {})).reply.data).toEqual({ mode: 'off' })
  const refused = await send(closed)
  expect([refused.status, refused.body.code]).toEqual([403, 'sign_up.closed'])
  expect(await closed.db.selectFrom('companies').select('id').execute()).toEqual([])

  await using server = await aServer()
  expect((await server.request(readSignUpMode, {})).reply.data).toEqual({ mode: 'approval' })
  expect((await send(server)).reply.company.approval).toBe('waiting')
  const token = await server.logIn(FORM.user_email)
  const places = [{ name: 'Piața Sfatului', ...TOWN_SQUARE }]
  const order = await server.request(createOrder, { body: { client_phone: '0722000111', places } }, token)
  expect([order.status, order.body.code]).toEqual([402, 'company.waiting'])
})

test('until the e-mail is proved, only the mail with the link is sent', async () => {
  await using server = await aServer({ env: OPEN })
  const { company } = (await send(server)).reply
  const left: { to: string; text: string }[] = []
  const messaging = {
    mail: async (mail: { to: string; text: string }) => void left.push(mail),
    sms: null,
    push: null,
    close() {},
  }
  const post = {
    ...server,
    tokenOfReset: async () => null,
    tokenOfProof: (id: number) => tokenOfProof(server, id),
    messaging,
  }
  await sendDueMessages(post)
  expect(left).toHaveLength(1)
  const [, token = ''] = /business\/enroll#(\S+)/.exec(left[0]?.text ?? '') ?? []
  expect(left[0]?.text).not.toContain(FORM.name)

  const manager = await server.logIn(FORM.user_email)
  const status = async () => (await server.request(listStandings, {}, manager)).reply.data[0]
  expect(await status()).toMatchObject({ is_email_proved: false, approval: 'open', takes_orders: true })
  const prove = (proofToken: string) => server.request(proveEmail, { body: { token: proofToken } })
  expect((await prove('tx_other')).body.code).toBe('company.proof_closed')
  expect((await prove(token)).status).toBe(200)
  expect(await status()).toMatchObject({ is_email_proved: true })
  await sendDueMessages(post)
  expect(left.map(({ to }) => to)).toEqual([FORM.user_email, FORM.user_email])
  const again = await server.request(sendProofAgain, { params: { id: company.id } }, manager)
  expect(again.body.code).toBe('company.unknown')
})

test('a changed e-mail needs a new proof, and links mailed to the old one are void', async () => {
  await using server = await aServer({ env: OPEN })
  await send(server)
  const linkTo = (to: string) => tokenMailedTo(server, to, 'business/enroll')
  const prove = (token: string) => server.request(proveEmail, { body: { token } })
  const first = await linkTo(FORM.user_email)
  expect((await prove(first)).status).toBe(200)
  const manager = await server.logIn(FORM.user_email)
  const isProved = async () => (await server.request(listStandings, {}, manager)).reply.data[0]?.is_email_proved
  expect(await isProved()).toBe(true)

  const body = { email: 'ana.noua@exemplu.ro', password: FORM.user_password }
  expect((await server.request(updateAccount, { body }, manager)).status).toBe(200)
  expect(await isProved()).toBe(false)
  expect((await prove(first)).body.code).toBe('company.proof_closed')
  expect((await prove(await linkTo('ana.noua@exemplu.ro'))).status).toBe(200)
  expect(await isProved()).toBe(true)
})

test('the database never has the token of a mailed link, and each mail has a working token', async () => {
  await using server = await aServer({ env: OPEN })
  await send(server)
  expect(await server.db.selectFrom('outbox').select('text').where('text', 'like', '%#tx_%').execute()).toEqual([])
  const mailed = () => tokenMailedTo(server, FORM.user_email, 'business/enroll')
  const first = await mailed()
  await server.db.updateTable('outbox').set({ state: 'queued', due_at: server.clock.now() }).execute()
  const second = await mailed()
  expect([first, second]).toEqual([expect.stringMatching(/^tx_/), expect.stringMatching(/^tx_/)])
  expect(first).not.toBe(second)
  expect(await placesOf(server.db, [first, second])).toEqual([])
  for (const token of [first, second]) expect((await server.request(proveEmail, { body: { token } })).status).toBe(200)
})

test('an expired link can be requested again for the administrator’s current e-mail; mails to the old address are not sent', async () => {
  await using server = await aServer({ env: OPEN })
  const { company } = (await send(server)).reply
  await server.db
    .updateTable('users')
    .set({ email: 'ana.noua@exemplu.ro' })
    .where('email', '=', FORM.user_email)
    .execute()
  const manager = await server.logIn('ana.noua@exemplu.ro')
  const { companyId } = await aCompany(server)
  const another = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
  // Failed requests of another company's administrator do not count.
  for (let n = 0; n < 6; n++)
    expect((await server.request(sendProofAgain, { params: { id: company.id } }, another)).status).toBe(404)
  const again = () => server.request(sendProofAgain, { params: { id: company.id } }, manager)
  expect((await again()).status).toBe(200)
  expect((await mailsSent(server)).map(({ to }) => to)).toEqual(['ana.noua@exemplu.ro'])
  server.pass(73 * 3600)
  const newer = await server.logIn('ana.noua@exemplu.ro')
  expect((await server.request(sendProofAgain, { params: { id: company.id } }, newer)).status).toBe(200)
  const token = await tokenMailedTo(server, 'ana.noua@exemplu.ro', 'business/enroll')
  expect((await server.request(proveEmail, { body: { token } })).status).toBe(200)
})

test('an account can request five links a day in total, over all addresses, sessions and processes', async () => {
  await using server = await aServer({ env: OPEN })
  await using other = await aServer({ env: OPEN, besides: server })
  const { company } = (await send(server)).reply
  const manager = await server.logIn(FORM.user_email)
  const again = async (node: TestServer, token: string) =>
    (await node.request(sendProofAgain, { params: { id: company.id } }, token)).status
  const changeTo = async (email: string) => {
    const body = { email, password: FORM.user_password }
    return (await server.request(updateAccount, { body }, manager)).status
  }
  expect(await changeTo('unu@exemplu.ro')).toBe(200)
  server.pass(3600)
  expect([await again(server, manager), await again(other, manager), await changeTo('doi@exemplu.ro')]).toEqual([
    200, 200, 200,
  ])
  expect([await again(server, manager), await changeTo('trei@exemplu.ro')]).toEqual([429, 429])
  expect(await again(other, await server.logIn('doi@exemplu.ro'))).toBe(429)
  const { count } = await server.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('email', '=', 'trei@exemplu.ro')
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)

  // Colleagues share the limit of the company.
  const { email } = await aUser(server, { roles: ['company_admin'], companyIds: [asId<CompanyId>(company.id)] })
  expect(await again(server, await server.logIn(email))).toBe(429)
  server.pass(23 * 3600)
  expect(await changeTo('trei@exemplu.ro')).toBe(401)
  const later = await server.logIn('doi@exemplu.ro')
  expect([await again(server, later), await again(server, later)]).toEqual([200, 200])
})

test('parallel requests for links do not exceed the limit together', async () => {
  await using server = await aServer({ env: OPEN })
  const { company } = (await send(server)).reply
  const tokens = await Promise.all(Array.from({ length: 8 }, () => server.logIn(FORM.user_email)))
  const replies = await Promise.all(
    tokens.map((token) => server.request(sendProofAgain, { params: { id: company.id } }, token)),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429, 429, 429, 429])
})

test('a sign-up does not wait for a parallel one with another CUI', async () => {
  await using server = await aServer()
  await server.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('sign-up'))`.execute(tx)
    expect((await send(server)).status).toBe(201)
  })
})

test('the logo of the form is saved sanitised; a file that is no image creates no company', async () => {
  await using server = await aServer()
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const wrong = await send(server, { logo: base64('MZ not a picture') })
  expect([wrong.status, wrong.body.errors]).toEqual([422, { logo: ['Imaginea trebuie să fie PNG, JPEG sau SVG'] }])
  expect(await server.db.selectFrom('companies').select('id').execute()).toEqual([])

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="4" height="4"/></svg>'
  const { id } = (await send(server, { logo: base64(svg) })).reply.company
  const credentials = { email: FORM.user_email, password: FORM.user_password }
  const { token } = (await server.request(logIn, { body: credentials })).reply
  const { data } = (await server.request(readCompany, { params: { id } }, token)).reply
  const shown = await server.inject({ url: data.logo ?? '', headers: { authorization: `Bearer ${token}` } })
  expect(shown.headers['content-type']).toContain('image/svg+xml')
  expect(shown.body).toContain('<rect')
  expect(shown.body).not.toContain('onload')
  const change = {
    params: { id },
    body: { name: 'Alt nume' },
    headers: { 'if-match': String(data.version) },
  }
  expect((await server.request(editCompany, change, token)).status).toBe(200)
})

test('every invalid field is reported, and no company is created', async () => {
  await using server = await aServer()
  const wrong = {
    cui: '14399841',
    name: ' ',
    address: '',
    phone: '12',
    package_id: 4,
    user_name: '',
    user_email: 'nu',
    user_password: 'scurta',
    consent: false,
  }
  const { status, body } = await send(server, wrong)
  expect(status).toBe(422)
  expect(body.errors).toEqual({
    cui: ['CUI invalid: verificați cifrele'],
    name: ['Numele firmei este obligatoriu'],
    address: ['Adresa este obligatorie'],
    phone: ['Număr de telefon invalid'],
    package_id: ['Alegeți tipul afacerii'],
    user_name: ['Persoana de contact este obligatorie'],
    user_email: ['E-mail invalid'],
    user_password: ['Cel puțin 8 caractere'],
    consent: ['Acordul este obligatoriu'],
  })
  expect(await server.db.selectFrom('companies').select('id').execute()).toEqual([])
})

test('a common password, or one equal to the own name or address, is refused', async () => {
  await using server = await aServer()
  for (const user_password of ['password123', 'parola123', FORM.user_email, FORM.name]) {
    const { status, body } = await send(server, { user_password })
    expect([status, body.errors]).toEqual([
      422,
      { user_password: ['Parola se ghicește ușor; alegeți alta, de exemplu trei cuvinte fără legătură'] },
    ])
  }
  expect(await server.db.selectFrom('companies').select('id').execute()).toEqual([])
})

test('after ten valid forms in an hour from one address the next is refused with 429', async () => {
  await using server = await aServer()
  for (let n = 0; n < 10; n++) await send(server, { cui: '1' })
  // Invalid forms do not count.
  for (let n = 0; n < 10; n++) expect((await send(server)).status).toBe(201)
  const late = await send(server)
  expect(late.status).toBe(429)
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(3500)
})

test('after the trial and a week of grace new orders are refused with 402', async () => {
  await using server = await aServer({ at: '2026-03-01T12:00:00+02:00', env: OPEN })
  await send(server)
  const order = async () => {
    const token = await server.logIn(FORM.user_email)
    const places = [{ name: 'Piața Sfatului', ...TOWN_SQUARE }]
    return (await server.request(createOrder, { body: { client_phone: '0722000111', places } }, token)).status
  }
  expect(await order()).toBe(201)
  server.pass(21 * 86_400)
  expect(await order()).toBe(201)
  server.pass(86_400)
  expect(await order()).toBe(402)
})

test('the fixture registry finds its companies, and an invalid CUI is refused without a request', async () => {
  await using server = await aServer({ env: { COMPANY_REGISTRY: 'fixture' } })
  const check = (cui: string) => server.request(checkCui, { query: { cui } })
  expect((await check('ro14399840')).reply).toEqual([
    { denumire: 'EXEMPLU TAXI SRL', scpTVA: true, cui: '14399840', adresa: 'MUN. BRAȘOV, STR. LUNGĂ, NR. 2' },
  ])
  expect((await check('361757')).reply).toEqual([])
  expect((await check('14399841')).body.errors).toEqual({ cui: ['CUI invalid: verificați cifrele'] })
})

/** A fake register over real HTTP. */
async function aRegistry(answer: (question: unknown) => { status: number; body: string }) {
  const requests: unknown[] = []
  const http = createServer(async (request, response) => {
    const question = JSON.parse(await textOf(request))
    requests.push(question)
    const { status, body } = answer(question)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return {
    requests,
    env: { COMPANY_REGISTRY: 'anaf', COMPANY_REGISTRY_URL: `http://127.0.0.1:${port}/tva` },
    [Symbol.asyncDispose]: async () => void http.close(),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

const FOUND = {
  cod: 200,
  message: 'SUCCESS',
  found: [
    {
      date_generale: {
        cui: 14399840,
        data: '2026-03-01',
        denumire: 'DANTE SRL',
        adresa: 'BUCUREȘTI ',
        nrRegCom: 'J40',
      },
      inregistrare_scop_Tva: { scpTVA: true, perioade_TVA: [] },
    },
  ],
  notFound: [],
}

test('the tax authority is requested once a day per company, with today’s date', async () => {
  await using registry = await aRegistry(() => ({ status: 200, body: JSON.stringify(FOUND) }))
  await using server = await aServer({ at: '2026-03-01T23:30:00+02:00', env: registry.env })
  const check = () => server.request(checkCui, { query: { cui: '14399840' } })
  const company = { denumire: 'DANTE SRL', scpTVA: true, cui: '14399840', adresa: 'BUCUREȘTI' }
  expect((await check()).reply).toEqual([company])
  expect((await check()).reply).toEqual([company])
  expect(registry.requests).toEqual([[{ cui: 14399840, data: '2026-03-01' }]])
  server.pass(24 * 3600)
  await check()
  expect(registry.requests).toHaveLength(2)
})

test('a company unknown to the authority gives an empty list, also with status 404', async () => {
  const notFound = JSON.stringify({ cod: 404, message: 'NOT FOUND', found: [], notFound: [14399840] })
  await using registry = await aRegistry(() => ({ status: 404, body: notFound }))
  await using server = await aServer({ env: registry.env })
  expect((await server.request(checkCui, { query: { cui: '14399840' } })).reply).toEqual([])
})

test('a failing register gives 503, is not requested for a minute after three failures, and then again', async () => {
  let body = '<html>mentenanță</html>'
  await using registry = await aRegistry(() => ({ status: body.startsWith('<') ? 500 : 200, body }))
  await using server = await aServer({ env: registry.env })
  const check = () => server.request(checkCui, { query: { cui: '14399840' } })
  for (let n = 0; n < 5; n++) {
    const answer = await check()
    expect([answer.status, answer.body.code]).toEqual([503, 'registry.silent'])
  }
  expect(registry.requests).toHaveLength(3)
  body = JSON.stringify(FOUND)
  server.pass(61)
  expect((await check()).status).toBe(200)
})

test('the links of the apps come from the configuration and are null without it', async () => {
  await using bare = await aServer()
  expect((await bare.request(readAppLinks, {})).reply.data).toEqual({ play_store: null, app_store: null, beta: null })
  const sha256 = 'a'.repeat(64)
  await using server = await aServer({
    env: { PLAY_STORE_URL: 'https://play.example/x', BETA_APK_URL: 'https://x.example/a.apk', BETA_APK_SHA256: sha256 },
  })
  expect((await server.request(readAppLinks, {})).reply.data).toEqual({
    play_store: 'https://play.example/x',
    app_store: null,
    beta: { url: 'https://x.example/a.apk', version: null, sha256 },
  })
})
