import fs from 'node:fs'
import path from 'node:path'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { REPO_ROOT } from '../../platform/lifecycle/repo-root.ts'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, anOrder, aUser } from '../../testing/builders.ts'

const MIGRATION = path.join(REPO_ROOT, 'apps/server/migrations/0095_orders_of_accounts.sql')

test('migration 0095 removes the account as dispatcher of its own orders, and no other dispatcher', async () => {
  await using server = await aServer()
  const { db } = server
  const { companyId } = await aCompany(server)
  const { userId: account } = await aUser(server, { roles: ['company'], companyIds: [] })
  const { userId: both } = await aUser(server, { roles: ['company', 'dispatcher'], companyIds: [companyId] })
  const { userId: dispatcher } = await aDispatcher(server, { companyId })
  for (const user_id of [account, both]) {
    await db.insertInto('protocol_companies').values({ user_id, company_id: companyId }).execute()
  }
  const order = async (dispatcherId: UserId | undefined, protocol_user_id: UserId | null) => {
    const { orderId } = await anOrder(server, { companyId, ...(dispatcherId === undefined ? {} : { dispatcherId }) })
    await db.updateTable('orders').set({ protocol_user_id }).where('id', '=', orderId).execute()
    return orderId
  }
  const own = await order(account, account)
  const movedToAnother = await order(account, null)
  const taken = await order(dispatcher, account)
  const byDispatcher = await order(both, both)
  const fromApp = await order(undefined, null)
  await sql`alter table orders drop column ordered_by_account_id`.execute(db)

  await sql.raw(fs.readFileSync(MIGRATION, 'utf8')).execute(db)

  const rows = await db
    .selectFrom('orders')
    .select(['id', 'dispatcher_id', 'ordered_by_account_id'])
    .orderBy('id')
    .execute()
  expect(
    rows.map(({ id, dispatcher_id, ordered_by_account_id }) => [id, dispatcher_id, ordered_by_account_id]),
  ).toEqual([
    [own, null, account],
    [movedToAnother, null, account],
    [taken, dispatcher, null],
    [byDispatcher, both, null],
    [fromApp, null, null],
  ])
})
