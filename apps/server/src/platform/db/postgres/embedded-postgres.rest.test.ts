import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connectDatabase } from '../connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgresOptions } from './postgres-cluster.ts'
import { readPidFile } from './postgres-pid-file.ts'
import { isAlive } from './process-identity.ts'

const notes = { info: () => undefined, warn: () => undefined }

/** A folder for one cluster; removed with every process that still runs on it. */
function aFolder(
  ...below: string[]
): AsyncDisposable & { stateDir: string; start(o?: Partial<EmbeddedPostgresOptions>): Promise<EmbeddedPostgres> } {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-launch-'))
  fs.chmodSync(root, 0o755)
  const stateDir = path.join(root, ...below, 'postgres')
  return {
    stateDir,
    start: (options) => startEmbeddedPostgres({ stateDir, notes, throwaway: true, ...options }),
    [Symbol.asyncDispose]: async () => {
      const left = readPidFile(path.join(stateDir, 'pgdata'))
      if (left && isAlive(left.pid)) process.kill(left.pid, 'SIGQUIT')
      await expect.poll(() => left && isAlive(left.pid), { timeout: 30_000 }).toBeFalsy()
      fs.rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

async function runStatement(postgres: EmbeddedPostgres, statement: string): Promise<unknown[]> {
  const { db, close } = connectDatabase(postgres.address('postgres'), { max: 1 })
  return sql
    .raw(statement)
    .execute(db)
    .then(({ rows }) => rows)
    .finally(close)
}

test('kill -9 of PostgreSQL loses nothing that was committed', async () => {
  await using folder = aFolder()
  const first = await folder.start({ throwaway: false })
  await runStatement(first, 'create table star (id int); insert into star values (1), (2)')
  process.kill(first.pid, 'SIGKILL')

  const second = await folder.start({ throwaway: false })
  expect(second.pid).not.toBe(first.pid)
  expect(await runStatement(second, 'select count(*) from star')).toEqual([{ count: 2 }])
  await second.stop()
  expect(second.running()).toBe(false)
})

test('four concurrent starts on an empty folder end with one server', async () => {
  await using folder = aFolder()
  const all = await Promise.all([folder.start(), folder.start(), folder.start(), folder.start()])
  expect(new Set(all.map((one) => one.pid)).size).toBe(1)
  expect(all.filter((one) => !one.adopted).length).toBe(1)
})

test('a server that already runs is reused', async () => {
  await using folder = aFolder()
  const first = await folder.start()
  const second = await folder.start()
  expect([second.adopted, second.pid]).toEqual([true, first.pid])
  expect(await runStatement(second, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('stopping a process that does not own the server leaves it running', async () => {
  await using folder = aFolder()
  const postgres = await folder.start()
  const owner = path.join(folder.stateDir, 'owner')
  fs.writeFileSync(
    owner,
    `${process.ppid} ${fs.readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19]}`,
  )
  await postgres.stop()
  expect(postgres.running()).toBe(true)

  fs.writeFileSync(owner, '4194304 1')
  await postgres.stop()
  expect(postgres.running()).toBe(false)
})

test('a lock file whose pid was reused by another process does not prevent the start', async () => {
  await using folder = aFolder()
  const first = await folder.start()
  process.kill(first.pid, 'SIGKILL')
  const pidFile = path.join(folder.stateDir, 'pgdata/postmaster.pid')
  const lines = fs.readFileSync(pidFile, 'utf8').split('\n')
  fs.writeFileSync(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'))
  fs.writeFileSync(path.join(folder.stateDir, 'socket/.s.PGSQL.5432.lock'), `${process.pid}\n`)

  const second = await folder.start()
  expect(await runStatement(second, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a start after one that was killed while creating the cluster succeeds', async () => {
  await using folder = aFolder()
  const halfMade = path.join(folder.stateDir, 'pgdata.init-1-1')
  fs.mkdirSync(halfMade, { recursive: true })
  fs.writeFileSync(path.join(halfMade, 'PG_VERSION'), '18')
  fs.writeFileSync(path.join(folder.stateDir, 'start.lock'), '4194304 1')

  const postgres = await folder.start()
  expect(await runStatement(postgres, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(fs.existsSync(halfMade)).toBe(false)
})

test('a folder whose path is too long for a Unix socket still works', async () => {
  await using folder = aFolder('a-long-name-'.repeat(10))
  const postgres = await folder.start()
  expect(await runStatement(postgres, 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.stop()
  const address = postgres.address('postgres')
  if ('socketDir' in address) fs.rmdirSync(address.socketDir)
})

test('where Unix sockets are missing, a password protects the TCP port', async () => {
  await using folder = aFolder()
  const postgres = await folder.start({ transport: 'tcp' })
  expect(await runStatement(postgres, 'select 1 as one')).toEqual([{ one: 1 }])
  const unknown = connectDatabase({ ...postgres.address('postgres'), password: 'wrong' } as never, { max: 1 })
  await expect(sql`select 1`.execute(unknown.db)).rejects.toThrow('password authentication failed')
  await unknown.close()
})

test('statements and their values never reach the log', async () => {
  await using folder = aFolder()
  const postgres = await folder.start()
  await expect(runStatement(postgres, "select '+40722000111'::int")).rejects.toThrow()
  await postgres.stop()
  expect(fs.readFileSync(path.join(folder.stateDir, 'postgresql.log'), 'utf8')).not.toContain('0722000111')
})
