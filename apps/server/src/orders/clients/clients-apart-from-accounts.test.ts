import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { REPO_ROOT } from '../../platform/lifecycle/repo-root.ts'
import { aServer } from '../../testing/a-server.ts'
import { aClient, aCompany, aDriver } from '../../testing/builders.ts'

const MIGRATION = path.join(REPO_ROOT, 'apps/server/migrations/0067_clients_apart_from_accounts.sql')

test('migration 0067 moves a client’s code and e-mail to the company that had the client first, and leaves those of accounts', async () => {
  await using server = await aServer()
  const { db, clock } = server
  const { companyId } = await aCompany(server)
  const { companyId: employerId } = await aCompany(server)
  const { clientId } = await aClient(server, { companyIds: [companyId] })
  server.pass(60)
  const later = { company_id: employerId, user_id: clientId, name: 'Al lor', created_at: clock.now() }
  await db.insertInto('company_clients').values(later).execute()
  const { driverId } = await aDriver(server, { companyId: employerId })
  await db
    .insertInto('company_clients')
    .values({ ...later, company_id: companyId, user_id: driverId })
    .execute()
  await db.insertInto('user_roles').values({ user_id: driverId, role: 'client' }).execute()
  await db
    .updateTable('users')
    .set({ email: 'nea.ion@proba.ro', identifier: 'C-7', is_active: false })
    .where('id', '=', clientId)
    .execute()
  const change = { action: 'changed', before: '{}', after: '{}', happened_at: clock.now(), entity: 'user' }
  await db
    .insertInto('audit_log')
    .values([
      { ...change, company_id: companyId, entity_id: clientId },
      { ...change, company_id: companyId, entity_id: driverId },
      { ...change, company_id: employerId, entity_id: driverId },
    ])
    .execute()
  await sql`
    alter table company_clients drop column email, drop column identifier, drop column is_active, drop column version
  `.execute(db)

  await sql.raw(fs.readFileSync(MIGRATION, 'utf8')).execute(db)

  const clients = await db
    .selectFrom('company_clients')
    .select(['company_id', 'user_id', 'email', 'identifier', 'is_active'])
    .orderBy('user_id')
    .orderBy('company_id')
    .execute()
  const nothing = { email: null, identifier: null, is_active: true }
  expect(clients).toEqual([
    { company_id: companyId, user_id: clientId, email: 'nea.ion@proba.ro', identifier: 'C-7', is_active: false },
    { company_id: employerId, user_id: clientId, ...nothing },
    { company_id: companyId, user_id: driverId, ...nothing },
  ])
  const roles = await db.selectFrom('user_roles').selectAll().orderBy('user_id').execute()
  expect(roles).toEqual([
    { user_id: clientId, role: 'client' },
    { user_id: driverId, role: 'driver' },
  ])
  const journal = await db.selectFrom('audit_log').select(['company_id', 'entity']).orderBy('id').execute()
  expect(journal).toEqual([
    { company_id: companyId, entity: 'client' },
    { company_id: companyId, entity: 'client' },
    { company_id: employerId, entity: 'user' },
  ])
})
