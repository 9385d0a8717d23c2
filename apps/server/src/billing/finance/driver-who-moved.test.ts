import { expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aBalance, aCompany, aDriver } from '../../testing/builders.ts'
import { readStatement } from './statement.views.ts'

test('the statement of a driver who came from another company contains nothing of that company', async () => {
  await using server = await aServer({ at: '2026-03-01T20:00:00+02:00' })
  const [before, now] = [(await aCompany(server)).companyId, (await aCompany(server)).companyId]
  const { driverId } = await aDriver(server, { companyId: before })
  await aBalance(server, { companyId: before, driverId, bani: 47_147 })
  server.pass(3600)
  const from = server.clock.now()
  await aBalance(server, { companyId: before, driverId, bani: -47_147 })
  await server.db.updateTable('driver_status').set({ company_id: now }).where('driver_id', '=', driverId).execute()
  await server.db.updateTable('user_companies').set({ company_id: now }).where('user_id', '=', driverId).execute()
  server.pass(3600)
  const scope = { companies: [now], ownUserId: null }
  const statement = await readStatement(server.db, scope, driverId, { from, to: server.clock.now() })
  expect(statement).toMatchObject({ openingBani: 0, closingBani: 0, rows: [] })
})
