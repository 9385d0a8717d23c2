import { updateAccount } from '@dispecerat/contract/identity/account'
import { createPerson } from '@dispecerat/contract/office/people'
import { afterAll, expect, test } from 'vitest'
import { aClient, aUser, PASSWORD } from '../../testing/builders.ts'
import { peopleOfTwoCompanies } from './testing/people-of-two-companies.ts'

const { server, companyId, employerId, manager, employee, aPhone } = await peopleOfTwoCompanies()
afterAll(() => server.stop())

let added = 0
async function add(fields: { phone?: string | undefined; email?: string }, token = manager) {
  added += 1
  const body = { name: `Nou ${added}`, email: `nou${added}@proba.ro`, roles: ['dispatcher' as const] }
  const answer = await server.request(createPerson, { body: { ...body, ...fields, company_ids: [companyId] } }, token)
  return [answer.status, answer.body.errors]
}

test('a phone and an e-mail of any account elsewhere are refused with the same message', async () => {
  const taken = { phone: ['Numărul este folosit de alt cont'], email: ['E-mailul este folosit de alt cont'] }
  for (const kind of ['driver', 'deleted driver', 'manager', 'business account', 'administrator'] as const) {
    const { phone, email } = await employee(kind)
    expect(await add({ phone, email }), kind).toEqual([422, taken])
  }
})

test('a phone and an e-mail that only another company’s client has are free', async () => {
  const { clientId, phone } = await aClient(server, { companyIds: [employerId], name: 'Client al vecinilor' })
  // Stored in the way of the previous version.
  await server.db.updateTable('users').set({ email: 'client@vecin.ro' }).where('id', '=', clientId).execute()
  expect(await add({ email: 'client@vecin.ro' })).toEqual([201, undefined])
  expect(await add({ phone })).toEqual([201, undefined])
})

test('a company learns of at most 20 accounts elsewhere in an hour; then free phones are refused too, and those of colleagues never count', async () => {
  server.pass(3601)
  const colleague = await aUser(server, { roles: ['dispatcher'], companyIds: [companyId] })
  for (let n = 0; n < 25; n++) expect((await add({ email: colleague.email }))[0]).toBe(422)
  for (let n = 0; n < 20; n++) expect((await add({ phone: (await employee('dispatcher')).phone }))[0]).toBe(422)
  expect((await add({ phone: aPhone() }))[0]).toBe(429)
  server.pass(3601)
  expect((await add({ phone: aPhone() }))[0]).toBe(201)
})

test('changing one’s own phone is rate limited, so that it does not reveal which phones have accounts', async () => {
  const { email } = await aUser(server, { roles: ['dispatcher'], companyIds: [employerId] })
  const token = await server.logIn(email)
  const type = async (phone: string) =>
    (await server.request(updateAccount, { body: { phone, password: PASSWORD } }, token)).status
  for (let n = 0; n < 20; n++) expect(await type((await employee('dispatcher')).phone)).toBe(422)
  expect(await type(aPhone())).toBe(429)
})
