import * as contract from '@dispecerat/contract/billing/efactura'
import { listFilings } from '@dispecerat/contract/billing/filings'
import { fileInvoice } from '@dispecerat/contract/billing/invoice-filing'
import { approveCompanyCui, withdrawCompanyCui } from '@dispecerat/contract/identity/company-cuis'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { openAuthorities } from '../../adapters/authorities/open-authorities.ts'
import { readConfig } from '../../platform/config/config.ts'
import { aCompany, anApprovedCui, aUser } from '../../testing/builders.ts'
import { anInvoice } from '../invoices/testing/an-invoice.ts'
import { refreshDueAuthorisations } from './refresh-authorisations.ts'
import { sendDueFilings } from './send-due-filings.ts'
import { AnAuthority, anaf } from './testing/an-authority.ts'
import { PretendOauth } from './testing/pretend-oauth.ts'

const DAY_SECONDS = 86_400

/** An invoice of a company that has not authorised yet, the tax authority, and another company with an administrator. */
async function aCompanyToAuthorise() {
  const authority = new AnAuthority()
  const env = PretendOauth.env(await authority.open())
  const oauth = new PretendOauth(authority)
  authority.says.set('upload', (request) => (oauth.accepts(request) ? anaf.taken('5001') : { status: 401, body: '' }))
  const billed = await anInvoice({}, env)
  const { server, boss, id, fixture } = billed
  const authorities = openAuthorities(readConfig(env).authorities, server.clock)
  const ofAnother = await aCompany(server)
  await anApprovedCui(server, { companyId: ofAnother.companyId, cui: '14399840' })
  const other = { roles: ['company_admin' as const], companyIds: [ofAnother.companyId] }
  const begin = (token = boss, companyId: CompanyId = fixture.companyId) =>
    server.request(contract.beginEfacturaAuthorisation, { params: { id: companyId } }, token)
  const finish = (body: { state: string; code?: string }, token = boss) =>
    server.request(contract.finishEfacturaAuthorisation, { body }, token)
  const read = async (token = boss, companyId: CompanyId = fixture.companyId) =>
    (await server.request(contract.readEfacturaAuthorisation, { params: { id: companyId } }, token)).reply.data
  return {
    ...billed,
    authority,
    env,
    oauth,
    begin,
    finish,
    read,
    otherCompanyId: ofAnother.companyId,
    otherBoss: await server.logIn((await aUser(server, other)).email),
    admin: await server.logIn((await aUser(server, { roles: ['admin'] })).email),
    authorise: async () => finish(oauth.authorise((await begin()).reply.data.url)),
    end: () => server.request(contract.endEfacturaAuthorisation, { params: { id: fixture.companyId } }, boss),
    file: () => server.request(fileInvoice, { params: { id } }, boss),
    send: () => sendDueFilings(server, authorities),
    refresh: () => {
      const { oauth: provider } = authorities.efactura ?? {}
      if (!provider) throw new Error('not configured')
      return refreshDueAuthorisations(server, provider)
    },
    filing: async () => (await server.request(listFilings, { query: {} }, boss)).reply.data[0],
    uploadedWith: () => authority.asked('upload').map(({ headers }) => headers.authorization),
    [Symbol.asyncDispose]: async () => {
      await authority[Symbol.asyncDispose]()
      await billed[Symbol.asyncDispose]()
    },
  }
}

test('a company authorises with its certificate; its documents are filed with its own token, which is stored sealed and in no reply', async () => {
  await using company = await aCompanyToAuthorise()
  const { server, file, send, filing, authorise, read, uploadedWith, fixture } = company
  expect(await read()).toMatchObject({ state: 'none', is_offered: true, uses_own_token: false, cui: '18547290' })
  await file()
  await send()
  expect(await filing()).toMatchObject({ state: 'pending', reason: 'no_authorisation', tries: 0 })
  const authorised = await authorise()
  expect(authorised.reply.data).toMatchObject({ company_id: fixture.companyId, state: 'active' })
  await send()
  expect(await filing()).toMatchObject({ state: 'uploaded', upload_index: '5001' })
  const [sent = ''] = uploadedWith()
  const token = sent.replace('Bearer ', '')
  const stored = JSON.stringify(await server.db.selectFrom('efactura_authorisations').selectAll().execute())
  expect(stored).toMatch(/"access_token":"v1\.[\da-f]{8}\./)
  const visible = JSON.stringify([
    authorised.body,
    await read(),
    await server.db.selectFrom('audit_log').selectAll().execute(),
  ])
  for (const text of [stored, visible]) expect(text).not.toContain(token)
})

test('a state can be used once, in the session that began it, within ten minutes', async () => {
  await using company = await aCompanyToAuthorise()
  const { server, begin, finish, oauth, boss, fixture, read } = company
  const back = async () => oauth.authorise((await begin()).reply.data.url)
  const unknown = async (callback: { state: string; code: string }, token = boss) => {
    const { status, body } = await finish(callback, token)
    expect([status, body.code]).toEqual([404, 'efactura_request.unknown'])
  }
  const { email } = await server.db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .innerJoin('user_companies', 'user_companies.user_id', 'users.id')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select('users.email')
    .where('user_companies.company_id', '=', fixture.companyId)
    .where('user_roles.role', '=', 'company_admin')
    .executeTakeFirstOrThrow()
  const first = await back()
  await unknown({ ...first, state: `${first.state}x` })
  await unknown(first, await server.logIn(email ?? ''))
  expect((await finish(first)).status).toBe(200)
  await unknown(first)
  const late = await back()
  server.pass(601)
  await unknown(late)
  expect((await read()).state).toBe('active')
})

test("a link that another company began cannot be finished by either company's session for the other", async () => {
  await using company = await aCompanyToAuthorise()
  const { begin, finish, oauth, otherBoss, otherCompanyId, read, fixture, boss } = company
  expect((await begin(otherBoss)).status).toBe(404)
  // The other company begins an authorisation and lets our administrator open its link with our certificate.
  const back = oauth.authorise((await begin(otherBoss, otherCompanyId)).reply.data.url)
  expect((await finish(back)).body.code).toBe('efactura_request.unknown')
  expect((await read(otherBoss, otherCompanyId)).state).toBe('none')
  expect((await read()).state).toBe('none')
  // Our administrator's own link works in no other session.
  const ours = oauth.authorise((await begin()).reply.data.url)
  expect((await finish(ours, otherBoss)).body.code).toBe('efactura_request.unknown')
  expect((await finish(ours, boss)).reply.data.company_id).toBe(fixture.companyId)
  expect(oauth.asked()).toHaveLength(1)
})

test('a company without an approved CUI cannot authorise, also when the approval is withdrawn during the authorisation', async () => {
  await using company = await aCompanyToAuthorise()
  const { server, admin, begin, finish, oauth, fixture, read } = company
  const params = { id: fixture.companyId }
  const back = oauth.authorise((await begin()).reply.data.url)
  await server.request(withdrawCompanyCui, { params }, admin)
  expect((await finish(back)).body.code).toBe('invoice.cui_unproved')
  expect((await begin()).body.code).toBe('invoice.cui_unproved')
  await server.request(approveCompanyCui, { params, body: { cui: '16054368' } }, admin)
  expect((await read()).state).toBe('none')
})

test('a token granted for one CUI is not used for another one that is approved later', async () => {
  await using company = await aCompanyToAuthorise()
  const { server, admin, authorise, fixture, read } = company
  await authorise()
  await server.request(approveCompanyCui, { params: { id: fixture.companyId }, body: { cui: '16054368' } }, admin)
  expect(await read()).toMatchObject({ state: 'none', cui: '16054368' })
})

test("a declined authorisation and an invalid code give 'refused'; an existing authorisation stays active", async () => {
  await using company = await aCompanyToAuthorise()
  const { begin, finish, oauth, authorise, read } = company
  const declined = oauth.authorise((await begin()).reply.data.url)
  expect((await finish({ state: declined.state })).reply.data.state).toBe('refused')
  const wrong = oauth.authorise((await begin()).reply.data.url)
  expect((await finish({ ...wrong, code: 'altul' })).reply.data.state).toBe('refused')
  await authorise()
  const again = oauth.authorise((await begin()).reply.data.url)
  expect((await finish({ state: again.state })).reply.data.state).toBe('active')
  expect((await read()).state).toBe('active')
})

test('an authority that does not answer the exchange gives 503, and the state is used up', async () => {
  await using company = await aCompanyToAuthorise()
  const { begin, finish, oauth, read } = company
  const back = oauth.authorise((await begin()).reply.data.url)
  oauth.fails = { status: 503, body: '' }
  const { status, body } = await finish(back)
  expect([status, body.code]).toEqual([503, 'efactura.unreachable'])
  oauth.fails = null
  expect((await finish(back)).body.code).toBe('efactura_request.unknown')
  expect((await read()).state).toBe('none')
})

test('a token is renewed before it expires, with a new refresh token each time', async () => {
  await using company = await aCompanyToAuthorise()
  const { server, authorise, refresh, read, file, send, filing } = company
  await authorise()
  server.pass(80 * DAY_SECONDS)
  expect(await refresh()).toBe(0)
  server.pass(2 * DAY_SECONDS)
  expect(await refresh()).toBe(1)
  server.pass(82 * DAY_SECONDS)
  expect(await refresh()).toBe(1)
  await company.office.travel(server.clock.now().toISOString())
  expect((await read()).state).toBe('active')
  await file()
  await send()
  expect(await filing()).toMatchObject({ state: 'uploaded' })
})

test('renewal is retried while the authority is down; after the expiry documents wait for the authorisation', async () => {
  await using company = await aCompanyToAuthorise()
  const { server, authorise, refresh, oauth, read, file, send, filing, office } = company
  await authorise()
  server.pass(82 * DAY_SECONDS)
  oauth.fails = 'nothing'
  expect(await refresh()).toBe(1)
  expect(await refresh()).toBe(0)
  server.pass(9 * DAY_SECONDS)
  await refresh()
  await office.travel(server.clock.now().toISOString())
  expect((await read()).state).toBe('expired')
  await file()
  for (let tries = 0; tries < 10; tries++) {
    expect(await send()).toBe(1)
    server.pass(601)
  }
  expect(await filing()).toMatchObject({ state: 'pending', reason: 'no_authorisation', tries: 0 })
  oauth.fails = null
  expect(await refresh()).toBe(1)
  expect((await read()).state).toBe('active')
  await send()
  expect(await filing()).toMatchObject({ state: 'uploaded' })
})

test('a token that the authority refuses is renewed, and the refused document is then sent', async () => {
  await using company = await aCompanyToAuthorise()
  const { server, authorise, refresh, oauth, read, file, send, filing } = company
  await authorise()
  server.pass(3601)
  oauth.forgetAccess()
  await file()
  await send()
  expect(await filing()).toMatchObject({ state: 'pending', reason: 'unauthorised', tries: 0 })
  expect((await read()).state).toBe('revoked')
  expect(await refresh()).toBe(1)
  expect((await read()).state).toBe('active')
  await send()
  expect(await filing()).toMatchObject({ state: 'uploaded' })
})

test('rights revoked at the authority are shown as revoked, and documents wait until the company authorises again', async () => {
  await using company = await aCompanyToAuthorise()
  const { server, authorise, refresh, oauth, read, file, send, filing } = company
  await authorise()
  server.pass(3601)
  oauth.revoke()
  await file()
  await send()
  expect(await refresh()).toBe(1)
  expect((await read()).state).toBe('revoked')
  for (let tries = 0; tries < 10; tries++) {
    server.pass(601)
    expect([await refresh(), await send()]).toEqual([0, 1])
  }
  expect(await filing()).toMatchObject({ state: 'pending', reason: 'no_authorisation', tries: 0 })
  await authorise()
  await send()
  expect(await filing()).toMatchObject({ state: 'uploaded' })
})

test('a company can end its authorisation; another company can neither read nor end it', async () => {
  await using company = await aCompanyToAuthorise()
  const { server, authorise, end, otherBoss, fixture } = company
  await authorise()
  const params = { id: fixture.companyId }
  expect((await server.request(contract.endEfacturaAuthorisation, { params }, otherBoss)).status).toBe(404)
  expect((await server.request(contract.readEfacturaAuthorisation, { params }, otherBoss)).status).toBe(404)
  expect((await end()).reply.data.state).toBe('none')
  expect((await end()).body.code).toBe('efactura_authorisation.unknown')
  const changes = await server.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('entity', '=', 'efactura_authorisation')
    .orderBy('id')
    .execute()
  expect(changes).toEqual([
    { action: 'changed', after: { state: 'active' } },
    { action: 'deleted', after: { state: 'none' } },
  ])
})

test('a token whose sealing key is lost makes documents wait until the company authorises again', async () => {
  await using company = await aCompanyToAuthorise()
  const { server, authorise, file, send, filing } = company
  await authorise()
  const { access_token } = await server.db
    .selectFrom('efactura_authorisations')
    .select('access_token')
    .executeTakeFirstOrThrow()
  const sealedElsewhere = (access_token ?? '').replace(/^v1\.[\da-f]{8}/, 'v1.00000000')
  await server.db.updateTable('efactura_authorisations').set({ access_token: sealedElsewhere }).execute()
  await file()
  await send()
  expect(await filing()).toMatchObject({ state: 'pending', reason: 'no_authorisation', tries: 0 })
})

test('the operator’s own token files documents of its CUI only', async () => {
  await using company = await aCompanyToAuthorise()
  const { server, authority, file, filing, uploadedWith, env } = company
  authority.says.set('upload', () => anaf.taken('5009'))
  const sendWith = (cui: string) => {
    const own = { EFACTURA_TOKEN: 'jetonul-operatorului', EFACTURA_TOKEN_CUI: cui }
    return sendDueFilings(server, openAuthorities(readConfig({ ...env, ...own }).authorities, server.clock))
  }
  await file()
  await sendWith('14399840')
  expect(await filing()).toMatchObject({ state: 'pending', reason: 'no_authorisation' })
  server.pass(601)
  await sendWith('18547290')
  expect(await filing()).toMatchObject({ state: 'uploaded' })
  expect(uploadedWith()).toEqual(['Bearer jetonul-operatorului'])
})
