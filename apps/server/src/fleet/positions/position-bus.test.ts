import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { reportPosition } from '@dispecerat/contract/dispatch/driver'
import { listDriverPositions, readDriver } from '@dispecerat/contract/orders/company-dispatch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import { freePort } from '../../testing/free-port.ts'

const hasRedis = spawnSync('redis-server', ['--version']).status === 0
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dispecerat-redis-'))
let port: number
let redis: ChildProcess | undefined

beforeAll(async () => {
  if (!hasRedis) return
  port = await freePort()
  redis = spawn('redis-server', ['--port', String(port), '--save', '', '--dir', folder, '--bind', '127.0.0.1'])
  await new Promise<void>((resolve, reject) => {
    redis?.stdout?.on('data', (text: Buffer) => text.includes('Ready to accept') && resolve())
    redis?.on('exit', () => reject(new Error('redis-server did not start')))
  })
})
afterAll(() => {
  redis?.removeAllListeners('exit')
  redis?.kill('SIGKILL')
  fs.rmSync(folder, { recursive: true, force: true })
})

test.skipIf(!hasRedis)('a position that one node receives is known to the other', async () => {
  const env = { REDIS_URL: `redis://127.0.0.1:${port}` }
  await using server = await aServer({ env })
  const { companyId } = await aCompany(server)
  const dispatcher = await server.logIn((await aDispatcher(server, { companyId })).email)
  const driver = await aDriver(server, { companyId, at: TOWN_SQUARE })
  await using other = await aServer({ env, besides: server })
  await Promise.all([server.startJobs(), other.startJobs()])

  server.pass(90)
  const moved = { lat: 45.65, long: 25.6 }
  // Messages are not queued while a node is still connecting to Redis.
  for (const node of [server, other]) await expect.poll(() => node.bus.isConnected()).toBe(true)
  await server.request(reportPosition, { body: moved }, await server.logIn(driver.email))
  const known = async () => (await other.request(listDriverPositions, {}, dispatcher)).reply
  await expect.poll(known).toMatchObject([{ userId: driver.driverId, ...moved }])
  const card = await other.request(readDriver, { params: { id: driver.driverId } }, dispatcher)
  expect(card.reply.data.is_online).toBe(true)
})
