import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockTerms } from '../../billing/finance/finance-settings.store.ts'
import { lockProfile } from '../../billing/protocol/billing-profile.store.ts'
import { countTemplates } from '../../office/messages/templates.store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany } from '../../testing/builders.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.stop())

test.each<[string, (tx: Tx, companyId: CompanyId) => Promise<unknown>]>([
  ['terms of its drivers', lockTerms],
  ['billing profile', lockProfile],
  ['message templates', countTemplates],
])('a company whose %s are being saved takes new orders, calls and clients meanwhile', async (_, lock) => {
  const { companyId } = await aCompany(server)
  await server.db.transaction().execute(async (holder) => {
    await lock(holder, companyId)
    // The lock that a foreign key to the company takes.
    const reference = sql`select from companies where id = ${companyId} for key share nowait`
    await expect(reference.execute(server.db)).resolves.toBeTruthy()
  })
})
