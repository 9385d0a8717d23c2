import { listImports, stopImport } from '@dispecerat/contract/office/imports'
import { createOrder } from '@dispecerat/contract/orders/orders'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOfPhone } from '../../orders/clients/clients.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { connectDatabase } from '../../platform/db/connect.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, TOWN_SQUARE } from '../../testing/builders.ts'
import { countWaiting } from '../../testing/database/queue-for-lock.ts'
import type { ImportHooks } from './advance-import.ts'
import { continueImports } from './imports.jobs.ts'
import { runImport } from './run-import.ts'
import { anImportingOffice, phones, REAL } from './testing/an-importing-office.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
  // Counts the users that each transaction inserts.
  await sql`create table users_of_transactions (transaction_id xid8, users integer)`.execute(server.db)
  await sql`
    create function count_made() returns trigger language plpgsql as $$
    begin
      insert into users_of_transactions select pg_current_xact_id(), count(*) from made;
      return null;
    end $$
  `.execute(server.db)
  await sql`
    create trigger count_made after insert on users referencing new table as made
    for each statement execute function count_made()
  `.execute(server.db)
})
afterAll(() => server.stop())

/** Number of history rows that each transaction wrote for the company. */
async function historyPortions(companyId: CompanyId): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from audit_log where company_id = ${companyId} and entity = 'client' group by xmin::text order by 1
  `.execute(server.db)
  return rows.map(({ count }) => count)
}

class Killed extends Error {}

/** Imports clients as the endpoint does, with hooks between portions. */
async function anImport(count: number, hooks: ImportHooks = {}) {
  const office = await anImportingOffice(server)
  const list = phones(count)
  const actor = { ...SYSTEM, once: { key: `import-of-${office.companyId}`, fingerprint: 'the same' } }
  const { userId } = await userOf(office.companyId)
  const actorOfOffice = { ...actor, userId, scope: { companies: [office.companyId], ownUserId: null } }
  const input = {
    kind: 'clients' as const,
    companyId: office.companyId,
    dryRun: false,
    skipExisting: false,
    file: Buffer.from(`Telefon\n${list.join('\n')}`).toString('base64'),
    consoleUrl: '',
    countConflicts: () => undefined,
  }
  const run = (again: ImportHooks = hooks) => runImport(server, actorOfOffice, input, again)
  const state = async () => (await server.request(listImports, {}, office.token)).reply.data.map((one) => one.state)
  return { ...office, list, run, state }
}

async function userOf(companyId: CompanyId) {
  const rows = server.db.selectFrom('user_companies').select('user_id as userId').where('company_id', '=', companyId)
  return rows.executeTakeFirstOrThrow()
}

const usersWith = async (list: readonly string[]) => {
  const wire = list.map((phone) => `+4${phone}`)
  return (await server.db.selectFrom('users').select(['id', 'name']).where('phone', 'in', wire).execute()).length
}
const preparedLeft = async () => (await server.db.selectFrom('import_users').selectAll().execute()).length

test('no transaction of an import inserts more than 250 users, and all clients become visible at once', async () => {
  const { bring, count } = await anImportingOffice(server)
  expect((await bring('clients', `Telefon\n${phones(1000).join('\n')}`, REAL)).reply.data).toMatchObject({ done: true })
  expect(await count('company_clients')).toBe(1000)
  const { rows } = await sql<{ max: number }>`
    select max(users)::integer as max from (select sum(users) as users from users_of_transactions group by transaction_id) as made
  `.execute(server.db)
  expect(rows[0]?.max).toBeLessThanOrEqual(250)
})

test('the history of imported clients is written after publishing, 250 rows per transaction, with the time and author of the import', async () => {
  let seen: [number, number] | undefined
  const { run, count, companyId } = await anImport(600, {
    betweenPortions: async () => {
      if ((await count('company_clients')) > 0) seen ??= [600, (await historyPortions(companyId)).length]
    },
  })
  const from = server.clock.now()
  await run()
  expect(seen).toEqual([600, 0])
  expect(await historyPortions(companyId)).toEqual([100, 250, 250])
  const { userId } = await userOf(companyId)
  const { rows } = await sql<{ clients: number; authors: number[]; times: Date[]; phones: number }>`
    select count(distinct entity_id)::integer as clients, array_agg(distinct audit_log.user_id) as authors,
      array_agg(distinct happened_at) as times, count(*) filter (where after ->> 'phone' = users.phone)::integer as phones
    from audit_log join users on users.id = entity_id
    where company_id = ${companyId} and entity = 'client' and action = 'created'
  `.execute(server.db)
  expect(rows).toEqual([{ clients: 600, authors: [userId], times: [from], phones: 600 }])
})

test('an import leaves the pending list of the name index empty, so that the next search does not scan it', async () => {
  const { bring } = await anImportingOffice(server)
  const lines = phones(300).map((phone, index) => `${phone},Ionescu ${index}`)
  expect((await bring('clients', `Telefon,Nume\n${lines.join('\n')}`, REAL)).status).toBe(200)
  const { rows } = await sql`select gin_clean_pending_list('company_clients_folded_name')::integer as pages`.execute(
    server.db,
  )
  expect(rows).toEqual([{ pages: 0 }])
})

test('an import whose process is killed after publishing keeps its clients, and their history is written once', async () => {
  const { run, count, companyId, state } = await anImport(600, {
    betweenPortions: async () => {
      if ((await historyPortions(companyId)).length === 1) throw new Killed()
    },
  })
  await expect(run()).rejects.toThrow(Killed)
  expect([await count('company_clients'), await historyPortions(companyId), await state()]).toEqual([
    600,
    [250],
    ['done'],
  ])
  expect(await run({})).toMatchObject({ to_add: 600, done: true })
  server.pass(31)
  await continueImports(server)
  expect([await count('company_clients'), await historyPortions(companyId)]).toEqual([600, [100, 250, 250]])
  expect(await preparedLeft()).toBe(0)
})

test('between two portions another company can record an imported phone, and the importing one sees no client yet', async () => {
  const other = await aCompany(server)
  let seen: [number, string | null][] = []
  const { run, list, count } = await anImport(600, {
    betweenPortions: async () => {
      if (seen.length > 0) return
      const learned = { companyId: other.companyId, phone: `+4${list[0]}`, name: 'Al celeilalte' }
      const client = await server.db.transaction().execute((tx) => clientOfPhone(tx, learned, server.clock.now()))
      seen = [[await count('company_clients'), client.name]]
    },
  })
  expect(await run()).toMatchObject({ to_add: 600, done: true })
  expect(seen).toEqual([[0, 'Al celeilalte']])
  expect(await count('company_clients')).toBe(600)
  expect(await preparedLeft()).toBe(0)
})

test('an import whose process is killed between two portions is continued once, and the repeated request gets its reply', async () => {
  let portions = 0
  const { run, count, state } = await anImport(600, {
    betweenPortions: async () => {
      portions += 1
      if (portions === 2) throw new Killed()
    },
  })
  await expect(run()).rejects.toThrow(Killed)
  await continueImports(server)
  expect([await count('company_clients'), await state()]).toEqual([0, ['running']])
  server.pass(31)
  await continueImports(server)
  expect([await count('company_clients'), await state()]).toEqual([600, ['done']])
  expect(await run({})).toMatchObject({ to_add: 600, done: true })
  expect(await count('company_clients')).toBe(600)
})

test('a stopped import removes its users, except a phone that another company has recorded as a client', async () => {
  const other = await aCompany(server)
  let importId = 0
  const { run, list, count, state, token } = await anImport(600, {
    betweenPortions: async () => {
      if (importId > 0) return
      const learned = { companyId: other.companyId, phone: `+4${list[0]}` }
      await server.db.transaction().execute((tx) => clientOfPhone(tx, learned, server.clock.now()))
      importId = (await server.request(listImports, {}, token)).reply.data[0]?.id ?? 0
      expect((await server.request(stopImport, { params: { id: importId } }, token)).status).toBe(200)
    },
  })
  await expect(run()).rejects.toMatchObject({ code: 'import.stopped' })
  expect([await count('company_clients'), await usersWith(list), await state()]).toEqual([0, 1, ['stopped']])
  const again = await server.request(stopImport, { params: { id: importId } }, token)
  expect([again.status, again.body.code]).toEqual([409, 'import.ended'])
})

test('an import is refused as a whole when one of its clients is added meanwhile', async () => {
  let isAdded = false
  const { run, list, count, companyId, state } = await anImport(600, {
    betweenPortions: async () => {
      if (isAdded) return
      isAdded = true
      const learned = { companyId, phone: `+4${list[599]}` }
      await server.db.transaction().execute((tx) => clientOfPhone(tx, learned, server.clock.now()))
    },
  })
  await expect(run()).rejects.toMatchObject({ fields: { file: [expect.stringContaining('s-au schimbat')] } })
  expect([await count('company_clients'), await usersWith(list), await state()]).toEqual([1, 1, ['refused']])
})

test('the open last transaction of an import blocks neither orders of another company for its phones nor orders of its own company', async () => {
  await sql`
    create function wait_for_test() returns trigger language plpgsql as $$
    begin
      if (select count(*) from made) > 100 then perform pg_advisory_xact_lock(4711); end if;
      return null;
    end $$
  `.execute(server.db)
  await sql`
    create trigger wait_for_test after insert on company_clients referencing new table as made
    for each statement execute function wait_for_test()
  `.execute(server.db)
  const other = await aCompany(server)
  const { run, list, companyId, count } = await anImport(300)
  const orderOf = async (company: number, client_phone: string | undefined) => {
    const token = await server.logIn((await aDispatcher(server, { companyId: asId<CompanyId>(company) })).email)
    const body = { client_phone, places: [{ name: 'Piața Sfatului', ...TOWN_SQUARE }] }
    return (await server.request(createOrder, { body }, token)).status
  }
  const holder = connectDatabase(server.database.address, { max: 1, isPatient: true })
  const imported = await holder.db
    .transaction()
    .execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
      const running = run()
      await expect.poll(() => countWaiting(tx)).toBe(1)
      const placed = [await orderOf(other.companyId, list[0]), await orderOf(companyId, phones(1)[0])]
      expect([placed, await countWaiting(tx)]).toEqual([[201, 201], 1])
      return { running }
    })
    .finally(holder.close)
  expect(await imported.running).toMatchObject({ to_add: 300, done: true })
  expect(await count('company_clients')).toBe(301)
})

test('a company runs one import at a time', async () => {
  const answers: number[] = []
  const { run, bring } = await anImport(300, {
    betweenPortions: async () => {
      if (answers.length === 0) answers.push((await bring('clients', `Telefon\n${phones(1)}`, REAL)).status)
    },
  })
  expect(await run()).toMatchObject({ done: true })
  expect(answers).toEqual([409])
})
