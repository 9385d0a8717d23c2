import {
  listOrderOptions,
  listPartners,
  listProtocolCompanies,
  listServices,
} from '@dispecerat/contract/orders/company-dispatch'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aUser } from '../../testing/builders.ts'
import { partnersOf, requireActive } from './companies.public.ts'

async function mayTakeOrders(server: TestServer, companyId: CompanyId): Promise<string> {
  const check = server.db.transaction().execute((tx) => requireActive(tx, companyId, server.clock.now()))
  return check.then(
    () => 'yes',
    (error: { code?: string }) => error.code ?? 'a bug',
  )
}

test('a trial takes orders until a week after its last day in Bucharest; a suspended company takes none', async () => {
  await using server = await aServer({ at: '2026-03-08T23:59:59+02:00' })
  const trial = await aCompany(server, { status: 'trial', trialUntil: '2026-03-01' })
  const suspended = await aCompany(server, { status: 'suspended' })
  const paying = await aCompany(server, { status: 'active', trialUntil: '2025-01-01' })
  const endless = await aCompany(server, { status: 'trial' })
  expect(await mayTakeOrders(server, trial.companyId)).toBe('yes')
  expect(await mayTakeOrders(server, suspended.companyId)).toBe('company.suspended')
  expect(await mayTakeOrders(server, paying.companyId)).toBe('yes')
  expect(await mayTakeOrders(server, endless.companyId)).toBe('yes')
  expect(await mayTakeOrders(server, asId<CompanyId>(999))).toBe('company.unknown')
  server.pass(1)
  expect(await mayTakeOrders(server, trial.companyId)).toBe('company.trial_over')
})

test('partners are mutual once accepted', async () => {
  await using server = await aServer()
  const [mine, friend, requested] = [await aCompany(server), await aCompany(server), await aCompany(server)]
  await server.db
    .insertInto('company_partners')
    .values([
      { company_id: friend.companyId, partner_company_id: mine.companyId, accepted_at: server.clock.now() },
      { company_id: mine.companyId, partner_company_id: friend.companyId, accepted_at: server.clock.now() },
      { company_id: mine.companyId, partner_company_id: requested.companyId, accepted_at: null },
    ])
    .execute()
  expect(await partnersOf(server.db, mine.companyId)).toEqual([friend.companyId])
  expect(await partnersOf(server.db, friend.companyId)).toEqual([mine.companyId])
  const token = await server.logIn((await aDispatcher(server, mine)).email)
  expect((await server.request(listPartners, {}, token)).reply.data.map(({ id }) => id)).toEqual([friend.companyId])
})

test('a ride can be charged to accounts with a running contract; such an account sees only itself', async () => {
  await using server = await aServer({ at: '2026-03-01T20:00:00+02:00' })
  const { companyId } = await aCompany(server)
  const contracts = ['2026-03-01', '2026-02-28', null]
  const accounts = []
  for (const contract_until of contracts) {
    const account = await aUser(server, { roles: ['company'], companyIds: [companyId] })
    accounts.push(account)
    await server.db
      .insertInto('protocol_companies')
      .values({ user_id: account.userId, company_id: companyId, contract_until })
      .execute()
  }
  const idsFor = async (email: string) => {
    const { reply } = await server.request(listProtocolCompanies, {}, await server.logIn(email))
    return reply.data.map(({ id }) => id)
  }
  const [last, , open] = accounts
  const dispatcher = await aDispatcher(server, { companyId })
  expect((await idsFor(dispatcher.email)).toSorted()).toEqual([last?.userId, open?.userId].toSorted())
  expect(await idsFor(open?.email ?? '')).toEqual([open?.userId])
})

test('services and options are listed in their configured order', async () => {
  await using server = await aServer()
  const token = await server.logIn((await aUser(server, { roles: ['client'] })).email)
  const services = (await server.request(listServices, {}, token)).reply.data
  expect(services.map(({ name }) => name)).toEqual(['Taxi', 'Curierat', 'Livrare restaurant'])
  const options = (await server.request(listOrderOptions, {}, token)).reply.data
  expect(options.slice(0, 2).map(({ key }) => key)).toEqual(['pet', 'luggage'])
  expect(options.find(({ key }) => key === 'door_delivery')).toMatchObject({
    name: 'Livrare la ușă',
    service_ids: [2, 3],
  })
})
