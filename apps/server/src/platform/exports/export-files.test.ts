import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { readExport } from '@dispecerat/contract/kernel/exports'
import { listChanges } from '@dispecerat/contract/office/changes'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aUser } from '../../testing/builders.ts'
import { streamRows } from '../db/stream-rows.ts'
import type { ExportFiles, ExportOwner } from './export-files.ts'
import { removeExportsOf } from './exports.store.ts'

let server: TestServer
let files: ExportFiles
beforeAll(async () => {
  server = await aServer()
  files = server.http.exportFiles
})
afterAll(() => server.stop())

const COLUMNS = [{ key: 'name', label: 'Nume' }]
const owner = (companyId: CompanyId, userId: UserId, signal = new AbortController().signal): ExportOwner => ({
  userId,
  scope: { companies: [companyId], ownUserId: null },
  permission: 'cars.edit',
  ip: '127.0.0.1',
  signal,
})
const rowsOf = (count: number) =>
  streamRows(
    server.db,
    sql<{ name: string }>`select repeat('x', 100) || n as name from generate_series(1, ${count}::integer) as n`,
  )
const table = (count: number) => ({ format: 'csv' as const, fileName: 'x', columns: COLUMNS, rows: rowsOf(count) })
const filesOnDisk = () => readdir(path.join(server.dataDir, 'exports')).catch(() => [])

async function openReadings(): Promise<number> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()
  `.execute(server.db)
  return rows.length
}

async function anOffice() {
  const { companyId } = await aCompany(server)
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  return { companyId, userId: boss.userId, token: await server.logIn(boss.email) }
}

/** Exports the list of cars. */
async function exportCars(token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await server.inject({ method: 'POST', url: '/api/cars/export', headers, payload: { format: 'csv' } })
  return { body: answer.body, id: String(answer.headers['export-id']) }
}
const refetch = async (id: string, token: string) =>
  (await server.request(readExport, { params: { id } }, token)).status

test('clients that do not read their exports occupy no connection, and delay no export of another company', async () => {
  const [mine, theirs] = [await anOffice(), await anOffice()]
  const unread = []
  for (let n = 0; n < 5; n++) unread.push(await files.send(owner(mine.companyId, mine.userId), table(50_000)))
  expect(await openReadings()).toBe(0)
  const read = await files.send(owner(theirs.companyId, theirs.userId), table(3))
  expect(String(Buffer.concat(await (read.body as Readable).toArray()))).toContain('x3')
  for (const { body } of unread) (body as Readable).destroy()
})

test('an exported list is downloaded at once, and again by its author alone, for a day', async () => {
  const { companyId, token, userId } = await anOffice()
  const car = { company_id: companyId, indicativ: '1', number: 'BV01EXP' }
  await server.db
    .insertInto('cars')
    .values({ ...car, created_at: server.clock.now(), updated_at: server.clock.now() })
    .execute()
  const colleague = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const { body, id } = await exportCars(token)
  expect(body).toContain('BV01EXP')
  const again = await server.request(readExport, { params: { id } }, token)
  expect([again.status, again.body.file]).toEqual([200, body])
  expect(await refetch(id, await server.logIn(colleague.email))).toBe(404)
  expect(await refetch(id, (await anOffice()).token)).toBe(404)
  server.pass(24 * 3600 + 1)
  expect(await refetch(id, await server.logIn((await emailOf(userId)) ?? ''))).toBe(404)
})

test('the audit log of the company tells who downloaded which list, and no other company reads it', async () => {
  const { token, userId } = await anOffice()
  await exportCars(token)
  const { reply } = await server.request(listChanges, { query: {} }, token)
  expect(reply.data).toMatchObject([
    { action: 'list_exported', entity: 'list', entity_name: 'masini.csv', user: { id: userId } },
  ])
  const other = await anOffice()
  expect((await server.request(listChanges, { query: {} }, other.token)).reply.data).toEqual([])
})

test('an export is gone for an author who has left its company, or lost the permission for the list', async () => {
  const { companyId, userId, token } = await anOffice()
  const { id } = await exportCars(token)
  const email = (await emailOf(userId)) ?? ''
  await server.db.updateTable('user_roles').set({ role: 'driver' }).where('user_id', '=', userId).execute()
  expect(await refetch(id, await server.logIn(email))).toBe(404)
  await server.db.updateTable('user_roles').set({ role: 'company_admin' }).where('user_id', '=', userId).execute()
  expect(await refetch(id, await server.logIn(email))).toBe(200)
  const { companyId: other } = await aCompany(server)
  await server.db.updateTable('user_companies').set({ company_id: other }).where('company_id', '=', companyId).execute()
  expect(await refetch(id, await server.logIn(email))).toBe(404)
})

test('files older than a day are removed, whether or not they have a row', async () => {
  const { companyId, userId } = await anOffice()
  await files.send(owner(companyId, userId), table(1)).then(({ body }) => (body as Readable).destroy())
  const names = await filesOnDisk()
  const old = new Date(server.clock.now().getTime() - 25 * 3_600_000)
  for (const name of names) await utimes(path.join(server.dataDir, 'exports', name), old, old)
  server.pass(24 * 3600 + 1)
  await files.removeOld()
  expect([await filesOnDisk(), await server.db.selectFrom('exports').selectAll().execute()]).toEqual([[], []])
})

test('a list that is written while a client of its company is erased is discarded', async () => {
  const { companyId, userId } = await anOffice()
  async function* read() {
    yield { name: 'x' }
    await server.db.transaction().execute((tx) => removeExportsOf(tx, [companyId]))
    yield { name: 'y' }
  }
  const { body } = await files.send(owner(companyId, userId), { ...table(0), rows: read() })
  expect(String(Buffer.concat(await (body as Readable).toArray()))).toContain('y')
  await files.removeOld()
  const rows = await server.db.selectFrom('exports').select(['id', 'user_id']).execute()
  expect(rows.filter(({ user_id }) => user_id === userId)).toEqual([])
  expect((await filesOnDisk()).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
})

test('a database error fails the export, and leaves neither a file nor an open transaction', async () => {
  const { companyId, userId } = await anOffice()
  const broken = sql<{ name: string }>`select (10 / (5000 - n))::text as name from generate_series(1, 6000) as n`
  const before = await filesOnDisk()
  for (const format of ['csv', 'xlsx'] as const) {
    const sent = files.send(owner(companyId, userId), { ...table(0), format, rows: streamRows(server.db, broken) })
    await expect(sent).rejects.toThrow(/division by zero/)
  }
  expect(await filesOnDisk()).toEqual(before)
  await expect.poll(openReadings).toBe(0)
})

test('a client that disconnects ends the export, and its slot is free', async () => {
  const { companyId, userId } = await anOffice()
  const gone = new AbortController()
  let rows = 0
  async function* read() {
    for await (const row of rowsOf(100_000)) {
      rows += 1
      if (rows === 1500) gone.abort()
      yield row
    }
  }
  const sent = files.send(owner(companyId, userId, gone.signal), { ...table(0), rows: read() })
  await expect(sent).rejects.toThrow(/abort/i)
  await expect.poll(openReadings).toBe(0)
  const next = await files.send(owner(companyId, userId), table(1))
  ;(next.body as Readable).destroy()
})

async function emailOf(userId: UserId) {
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email
}
