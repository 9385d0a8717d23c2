import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aDataDir, BUILT_SERVER, isAlive, readiness, startServer, untilReadyIs } from '../servers/running-server.ts'

test('a server on an empty folder becomes alive and ready and prints its address', async () => {
  await using server = await startServer({ isFirst: true })
  const alive = await fetch(`${server.url}/health`)
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'alive' }])
  // The roads are loaded in parallel to the first requests; the check is up once they are there.
  await expect
    .poll(() => readiness(server))
    .toEqual({
      status: 200,
      body: { status: 'ready', database: 'ok', migrations: 'ok', events: 'ok', clock: 'ok', router: 'ok' },
    })
  expect(server.stdout()).toContain(`http://localhost:${server.port}`)
})

test('SIGTERM stops the server with code 0 and leaves no PostgreSQL behind', async () => {
  await using dataDir = aDataDir()
  await using server = await startServer({ dataDir })
  const postgres = dataDir.postgresPid()
  if (postgres === undefined) throw new Error('no embedded PostgreSQL runs')

  expect(await server.stop()).toBe(0)
  expect(isAlive(postgres)).toBe(false)
})

test('an endless request delays the stop for a few seconds; a second signal does not wait', async () => {
  await using dataDir = aDataDir()
  await using server = await startServer({ dataDir })
  const endless = net.connect(server.port, '127.0.0.1')
  endless.on('error', () => undefined)
  endless.write('POST /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n')
  await once(endless, 'connect')
  // Once the server has answered a later, complete request, it has read the half one.
  await readiness(server)

  const stopped = server.stop()
  await untilReadyIs(server, undefined)
  expect(isAlive(server.pid)).toBe(true)
  process.kill(server.pid, 'SIGTERM')
  expect(await stopped).toBe(1)
  await expect.poll(() => dataDir.postgresPid(), { timeout: 20_000 }).toBeUndefined()
})

test('after kill -9 of the server the next one uses the PostgreSQL that still runs, and ends it', async () => {
  await using dataDir = aDataDir()
  const first = await startServer({ dataDir })
  const postgres = dataDir.postgresPid() ?? 0
  await first.kill9()
  expect(isAlive(postgres)).toBe(true)

  await using second = await startServer({ dataDir, port: first.port })
  expect(dataDir.postgresPid()).toBe(postgres)
  await second.stop()
  expect(isAlive(postgres)).toBe(false)
})

test('a port in use is named, and no PostgreSQL stays behind', async () => {
  await using dataDir = aDataDir()
  await using other = await startServer()
  await expect(startServer({ dataDir, port: other.port })).rejects.toThrow(`port ${other.port} is taken`)
  expect(dataDir.postgresPid()).toBeUndefined()
})

test('invalid variables are all named before anything is started', async () => {
  await using dataDir = aDataDir()
  const run = spawnSync(process.execPath, BUILT_SERVER, {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, PORT: '3000x', DEMO: 'yes', DATA_DIR: dataDir.path },
    encoding: 'utf8',
  })
  expect(run.status).toBe(1)
  expect(run.stderr).toContain('PORT must be a whole number, 0 to 65535 (it is "3000x")')
  expect(run.stderr).toContain('DEMO must be on or off (it is "yes")')
  expect(fs.readdirSync(dataDir.path)).toEqual([])
})
