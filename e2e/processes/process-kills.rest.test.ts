import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aDataDir, BUILT_SERVER, postgresIsBack, startServer, untilReadyIs } from '../servers/running-server.ts'

test('after kill -9 of PostgreSQL the running server reports it, restarts it and recovers', async () => {
  await using dataDir = aDataDir()
  await using server = await startServer({ dataDir })
  for (const _again of [1, 2]) {
    const postgres = dataDir.postgresPid() ?? 0
    process.kill(postgres, 'SIGKILL')
    await postgresIsBack(server, dataDir, postgres)
    expect(server.stdout()).toContain(`PostgreSQL (process ${postgres}) is gone; starting it again`)
  }
})

test('after kill -9 of both at once the next server starts on the same data', async () => {
  await using dataDir = aDataDir()
  const first = await startServer({ dataDir })
  process.kill(dataDir.postgresPid() ?? 0, 'SIGKILL')
  await first.kill9()
  await using second = await startServer({ dataDir })
  await untilReadyIs(second, 200)
})

test('two servers share one PostgreSQL: the one that found it running leaves it to the other', async () => {
  await using dataDir = aDataDir()
  await using owner = await startServer({ dataDir })
  const postgres = dataDir.postgresPid() ?? Number.NaN
  const guest = await startServer({ dataDir })
  expect(await guest.stop()).toBe(0)
  // Had PostgreSQL ended with the second server, it would be restarted and GET /ready would not show it; so the pid is compared.
  expect(dataDir.postgresPid()).toBe(postgres)
  await untilReadyIs(owner, 200)
  expect(dataDir.postgresPid()).toBe(postgres)
})

test('a start that fails after its terminal was closed still ends, and leaves no PostgreSQL behind', async () => {
  await using dataDir = aDataDir()
  await using other = await startServer()
  const child = spawn(process.execPath, BUILT_SERVER, {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...process.env, PORT: String(other.port), DATA_DIR: dataDir.path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  child.stderr.destroy()
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(dataDir.postgresPid()).toBeUndefined()
})
