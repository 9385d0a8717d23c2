import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { openNodeBus } from './node-bus.ts'

const hasRedis = spawnSync('redis-server', ['--version']).status === 0
const log = pino({ level: 'silent' })

function startRedis(port: number): ChildProcess {
  return spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], { stdio: 'ignore' })
}

/** Hints may be lost: told again and again until one arrives. */
async function toldUntil(tell: () => void, isHeard: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 30_000
  while (!isHeard() && performance.now() < giveUpAt) {
    tell()
    await sleep(20)
  }
  expect(isHeard()).toBe(true)
}

test.skipIf(!hasRedis)(
  'a hint reaches the other node, also after Redis died and came back; without Redis nothing breaks',
  async () => {
    const port = await freePort()
    let redis = startRedis(port)
    const [one, other] = [openNodeBus(`redis://127.0.0.1:${port}`, log), openNodeBus(`redis://127.0.0.1:${port}`, log)]
    onTestFinished(async () => {
      await Promise.all([one.stop(), other.stop()])
      redis.kill('SIGKILL')
    })
    const heard: string[] = []
    other.hear('wake', (message) => void heard.push(message))
    await toldUntil(
      () => one.tell('wake', 'first'),
      () => heard.includes('first'),
    )

    redis.kill('SIGKILL')
    await once(redis, 'exit')
    one.tell('wake', 'lost')
    redis = startRedis(port)
    await toldUntil(
      () => one.tell('wake', 'again'),
      () => heard.includes('again'),
    )
    expect(heard).not.toContain('lost')
  },
)

test('one node alone tells nobody', async () => {
  const bus = openNodeBus(null, log)
  bus.tell('wake', '')
  await bus.stop()
})
