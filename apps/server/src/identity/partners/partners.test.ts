import {
  acceptPartner,
  createPartnerRequest,
  endPartner,
  listCompanyPartners,
} from '@dispecerat/contract/identity/partners'
import { changeGroupSettings } from '@dispecerat/contract/identity/settings'
import { changeMessageText } from '@dispecerat/contract/office/message-texts'
import { listPartners } from '@dispecerat/contract/orders/company-dispatch'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, anApprovedCui, aUser } from '../../testing/builders.ts'

const CUIS = ['14399840', '1590082'] as const

let server: TestServer
interface Side {
  id: number
  cui: string
  token: string
}
let mine: Side
let theirs: Side

beforeAll(async () => {
  server = await aServer()
  const side = async (cui: string): Promise<Side> => {
    const { companyId: id } = await aCompany(server, { name: `Taxi ${cui}` })
    await anApprovedCui(server, { companyId: id, cui })
    const { email } = await aUser(server, { roles: ['company_admin', 'dispatcher'], companyIds: [id] })
    return { id, cui, token: await server.logIn(email) }
  }
  mine = await side(CUIS[0])
  theirs = await side(CUIS[1])
})
afterAll(() => server.stop())
beforeEach(async () => void (await server.db.deleteFrom('company_partners').execute()))

const requestPartnership = (from: Side, cui: string) =>
  server.request(createPartnerRequest, { params: { id: from.id }, body: { cui } }, from.token)
const accept = (by: Side, of: Side) =>
  server.request(acceptPartner, { params: { id: by.id, partnerId: of.id } }, by.token)
const end = (by: Side, of: Side) => server.request(endPartner, { params: { id: by.id, partnerId: of.id } }, by.token)
const states = async (of: Side) => {
  const { reply } = await server.request(listCompanyPartners, { params: { id: of.id } }, of.token)
  return reply.data.map(({ state }) => state)
}
const offered = async (to: Side) => (await server.request(listPartners, {}, to.token)).reply.data.map(({ id }) => id)

test('a requested company is notified, accepts, and both may send each other orders until one ends it', async () => {
  const socket = await server.socket(theirs.token)
  expect((await requestPartnership(mine, theirs.cui)).status).toBe(201)
  const { data } = await socket.waitForEvent<{ asked_company_id?: CompanyId }>('partners_changed')
  expect(data.asked_company_id).toBe(theirs.id)
  expect([await states(mine), await states(theirs)]).toEqual([['asked_by_us'], ['asked_by_them']])
  expect(await offered(mine)).toEqual([])
  expect((await accept(mine, theirs)).status).toBe(404)
  expect((await accept(theirs, mine)).reply.data).toMatchObject([{ company_id: mine.id, state: 'accepted' }])
  expect([await offered(mine), await offered(theirs)]).toEqual([[theirs.id], [mine.id]])
  expect((await requestPartnership(mine, theirs.cui)).body.errors).toEqual({ cui: ['Compania este deja partener'] })
  await end(mine, theirs)
  expect([await states(mine), await offered(theirs)]).toEqual([[], []])
  expect((await end(mine, theirs)).status).toBe(404)
})

test('the administrators of the requested company are mailed, with its texts, unless it turned such mail off', async () => {
  const mails = () =>
    server.db.selectFrom('outbox').select(['recipient', 'company_id', 'subject', 'text']).orderBy('id').execute()
  await server.db.deleteFrom('outbox').execute()
  await requestPartnership(mine, theirs.cui)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ company_id: theirs.id, subject: `Taxi ${mine.cui} vă propune un parteneriat` })
  expect(mail?.text).toMatch(/\/settings\/partners$/)
  await end(theirs, mine)
  const params = { key: 'partner_asked' } as const
  await server.request(changeMessageText, { params, body: { is_on: false } }, theirs.token)
  await requestPartnership(mine, theirs.cui)
  expect(await mails()).toHaveLength(1)
})

test('two companies that request each other at once become partners', async () => {
  const answers = await Promise.all([requestPartnership(mine, theirs.cui), requestPartnership(theirs, mine.cui)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect([await states(mine), await states(theirs)]).toEqual([['accepted'], ['accepted']])
})

test('a request that is repeated, to oneself, to an unknown company or with an invalid CUI is refused at its field', async () => {
  await requestPartnership(mine, theirs.cui)
  const wrong = [theirs.cui, mine.cui, '18547290', '14399841']
  for (const cui of wrong) {
    const answer = await requestPartnership(mine, cui)
    expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, ['cui']])
  }
  expect(await states(theirs)).toEqual(['asked_by_them'])
})

test('each company chooses whether a partner is searched for its new orders', async () => {
  await requestPartnership(mine, theirs.cui)
  await accept(theirs, mine)
  const defaultSearchersOf = async (of: Side) =>
    (await server.request(listPartners, {}, of.token)).reply.data.map(({ asked_by }) => asked_by)
  expect([await defaultSearchersOf(mine), await defaultSearchersOf(theirs)]).toEqual([[[mine.id]], [[theirs.id]]])
  const keeps = { params: { group: 'orders' }, body: { new_orders_ask_partners: false } } as const
  expect((await server.request(changeGroupSettings, keeps, mine.token)).status).toBe(200)
  expect([await defaultSearchersOf(mine), await defaultSearchersOf(theirs)]).toEqual([[[]], [[theirs.id]]])
})
