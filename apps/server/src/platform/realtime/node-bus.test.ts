import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { type NodeBus, openNodeBus } from './node-bus.ts'

const hasRedis = spawnSync('redis-server', ['--version']).status === 0
const log = pino({ level: 'silent' })

function startRedis(port: number): ChildProcess {
  return spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], { stdio: 'ignore' })
}

async function areConnected(...buses: NodeBus[]): Promise<void> {
  for (const bus of buses) await expect.poll(() => bus.isConnected()).toBe(true)
}

test.skipIf(!hasRedis)(
  'a hint reaches the other node, also after Redis was restarted; without Redis nothing fails',
  async () => {
    const port = await freePort()
    let redis = startRedis(port)
    const [one, other] = [openNodeBus(`redis://127.0.0.1:${port}`, log), openNodeBus(`redis://127.0.0.1:${port}`, log)]
    onTestFinished(async () => {
      await Promise.all([one.stop(), other.stop()])
      redis.kill('SIGKILL')
    })
    const received: string[] = []
    other.subscribe('wake', (message) => void received.push(message))
    await areConnected(one, other)
    one.publish('wake', 'first')
    await expect.poll(() => received).toEqual(['first'])

    redis.kill('SIGKILL')
    await once(redis, 'exit')
    one.publish('wake', 'lost')
    redis = startRedis(port)
    await areConnected(one, other)
    one.publish('wake', 'again')
    await expect.poll(() => received).toEqual(['first', 'again'])
  },
)

test('a single node publishes to no other', async () => {
  const bus = openNodeBus(null, log)
  bus.publish('wake', '')
  await bus.stop()
})
