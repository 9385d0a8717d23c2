import { reportClientError } from '@dispecerat/contract/office/client-errors'
import { afterAll, expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aUser } from '../../testing/builders.ts'
import { forgetClientErrorsBefore } from './client-errors.store.ts'

const server = await aServer()
afterAll(() => server.stop())
const { companyId } = await aCompany(server)
const token = await server.logIn((await aDispatcher(server, { companyId })).email)
const report = () =>
  server.request(
    reportClientError,
    { body: { context: 'calls/cancel', message: '404', phone: '0722333444', order_id: 7 } },
    token,
  )
const storedErrors = () => server.db.selectFrom('client_errors').selectAll().execute()

test('failures of a console are stored with the tail of the phone, ten a minute, for thirty days', async () => {
  expect((await report()).status).toBe(201)
  expect(await storedErrors()).toMatchObject([
    { context: 'calls/cancel', message: '404', order_id: 7, phone_tail: '…444' },
  ])
  const more = await Promise.all(Array.from({ length: 10 }, report))
  expect(more.filter(({ status }) => status === 429)).toHaveLength(1)
  await forgetClientErrorsBefore(server.db, server.clock.now())
  expect(await storedErrors()).toHaveLength(10)
  await forgetClientErrorsBefore(server.db, new Date(server.clock.now().getTime() + 1))
  expect(await storedErrors()).toEqual([])
})

test('a protocol company’s own console may report failures; a driver’s phone may not', async () => {
  const input = { body: { context: 'orders/place', message: '500' } }
  const account = await aUser(server, { roles: ['company'], companyIds: [companyId] })
  expect((await server.request(reportClientError, input, await server.logIn(account.email))).status).toBe(201)
  const driver = await aUser(server, { roles: ['driver'], companyIds: [companyId] })
  expect((await server.request(reportClientError, input, await server.logIn(driver.email))).status).toBe(403)
})
