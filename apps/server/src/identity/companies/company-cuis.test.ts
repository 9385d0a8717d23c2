import { readCompany } from '@dispecerat/contract/identity/companies'
import { approveCompanyCui, readCompanyCui, withdrawCompanyCui } from '@dispecerat/contract/identity/company-cuis'
import { createPartnerRequest } from '@dispecerat/contract/identity/partners'
import { signUp } from '@dispecerat/contract/site/sign-up'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, anApprovedCui, aUser } from '../../testing/builders.ts'

const CUI = '14399840'
const FORM = {
  cui: CUI,
  address: 'Strada Lungă 1, Brașov',
  phone: '0268 555 111',
  package_id: 1 as const,
  user_name: 'Ana Pop',
  user_password: 'parola-lunga-1',
  consent: true as const,
}

async function twoFirms(server: TestServer) {
  const admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
  const open = async (name: string, user_email: string) => {
    const { id } = (await server.request(signUp, { body: { ...FORM, name, user_email } })).reply.company
    return { id, token: await server.logIn(user_email) }
  }
  const squatter = await open('Taxi Străin SRL', 'strain@exemplu.ro')
  const firm = await open('Taxi Firma SRL', 'firma@exemplu.ro')
  const approve = (id: number, cui = CUI) => server.request(approveCompanyCui, { params: { id }, body: { cui } }, admin)
  const withdraw = (id: number) => server.request(withdrawCompanyCui, { params: { id } }, admin)
  const read = async (id: number) => (await server.request(readCompanyCui, { params: { id } }, admin)).reply.data
  const isVerified = async ({ id, token }: typeof firm) =>
    (await server.request(readCompany, { params: { id } }, token)).reply.data.cui_verified
  return { admin, squatter, firm, approve, withdraw, read, isVerified }
}

test('the platform sees which other companies claim a CUI and approves it for one; the other waits until it is withdrawn', async () => {
  await using server = await aServer()
  const { squatter, firm, approve, withdraw, read, isVerified } = await twoFirms(server)
  expect(await read(firm.id)).toMatchObject({
    cui: CUI,
    verified_at: null,
    verified_by: null,
    others: [{ company_id: squatter.id, name: 'Taxi Străin SRL', cui_verified: false }],
  })
  expect((await approve(firm.id, `RO ${CUI}`)).reply.data.verified_at).not.toBeNull()
  expect([await isVerified(firm), await isVerified(squatter)]).toEqual([true, false])
  const refused = await approve(squatter.id)
  expect([refused.status, refused.body.code]).toEqual([409, 'company.cui_taken'])
  expect((await read(squatter.id)).others).toMatchObject([{ company_id: firm.id, cui_verified: true }])

  expect((await withdraw(firm.id)).reply.data).toMatchObject({ cui: CUI, verified_at: null })
  expect((await withdraw(firm.id)).body.code).toBe('company.no_cui')
  expect((await approve(squatter.id)).status).toBe(200)
  const changes = await server.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('company_id', '=', asId<CompanyId>(firm.id))
    .where('entity', '=', 'company')
    .orderBy('id')
    .execute()
  expect(changes).toEqual([
    { before: { verified_cui: null }, after: { verified_cui: CUI } },
    { before: { verified_cui: CUI }, after: { verified_cui: null } },
  ])
})

test('a CUI that is approved for two companies at once is approved for one of them', async () => {
  await using server = await aServer()
  const { squatter, firm, approve } = await twoFirms(server)
  const statuses = (await Promise.all([approve(firm.id), approve(squatter.id)])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409])
})

test('a company can neither approve its own CUI nor read which others claim it', async () => {
  await using server = await aServer()
  const { firm } = await twoFirms(server)
  const { id, token } = firm
  const answers = [
    await server.request(approveCompanyCui, { params: { id }, body: { cui: CUI } }, token),
    await server.request(withdrawCompanyCui, { params: { id } }, token),
    await server.request(readCompanyCui, { params: { id } }, token),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
})

test('an unapproved CUI finds no partner: the request goes to the company for which it is approved', async () => {
  await using server = await aServer()
  const { firm, approve } = await twoFirms(server)
  const { companyId } = await aCompany(server)
  await anApprovedCui(server, { companyId, cui: '16054368' })
  const asker = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
  const requestPartnership = () =>
    server.request(createPartnerRequest, { params: { id: companyId }, body: { cui: CUI } }, asker)
  expect((await requestPartnership()).body.errors).toEqual({ cui: ['Nicio companie cu acest CUI nu are cont aici'] })
  await approve(firm.id)
  expect((await requestPartnership()).reply.data).toMatchObject([{ company_id: firm.id, state: 'asked_by_us' }])
})
