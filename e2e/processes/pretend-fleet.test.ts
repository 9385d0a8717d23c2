import fs from 'node:fs'
import { DEFAULT_BEHAVIOUR } from '@dispecerat/simulation/behaviour'
import { type Fleet, startFleet } from '@dispecerat/simulation/fleet'
import { expect, test } from 'vitest'
import { isAlive, type RunningServer, startServer } from '../servers/running-server.ts'
import { WAIT } from './chaos-stage.ts'

const PASSWORD = 'demo-parola'

function fleetOf(server: RunningServer, drivers: number): Fleet {
  const accounts = Array.from({ length: drivers }, (_, index) => {
    return { email: `sofer${101 + index}@demo.ro`, password: PASSWORD }
  })
  const behaviour = { ...DEFAULT_BEHAVIOUR, refusePercent: 0, ignorePercent: 0, acceptSeconds: 1, speedUp: 100 }
  return startFleet({ url: server.url, accounts, behaviour, seed: 7 })
}

async function send(server: RunningServer, token: string | null, method: string, path: string, body?: object) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

test('five simulated drivers come on duty; one accepts the order, drives it and finishes with a cost', async () => {
  await using server = await startServer({ env: { DEMO: 'on' } })
  const fleet = fleetOf(server, 5)
  try {
    await expect.poll(() => fleet.connected(), WAIT).toBe(5)
    const { token } = await send(server, null, 'POST', '/api/access-tokens', {
      email: 'dispecer@demo.ro',
      password: PASSWORD,
    })
    const placed = await send(server, token, 'POST', '/api/orders', {
      client_phone: '0700300301',
      places: [
        { name: 'Piața Sfatului', lat: 45.6423, long: 25.5892 },
        { name: 'Gara Brașov', lat: 45.6608, long: 25.6135 },
      ],
    })
    const read = async () => (await send(server, token, 'GET', `/api/orders/${placed.data.id}`)).data
    await expect.poll(async () => (await read()).state, WAIT).toBe('finished')

    // The driver receives the reply to the last request after others can see its result.
    await expect.poll(() => fleet.stats().finished, WAIT).toBe(1)
    const order = await read()
    expect(order.cost).toBeGreaterThanOrEqual(10)
    expect(Number(order.car_indicativ)).toBeGreaterThanOrEqual(101)
    expect(Number(order.car_indicativ)).toBeLessThanOrEqual(105)
    const { accepted, arrived, started, finished, error } = fleet.stats()
    expect({ accepted, arrived, started, finished, error }).toEqual({
      accepted: 1,
      arrived: 1,
      started: 1,
      finished: 1,
      error: 0,
    })
  } finally {
    fleet.stop()
  }
})

test.runIf(process.platform === 'linux')(
  'the demo city is a separate process that restarts when it dies and ends when its server is killed',
  async () => {
    await using server = await startServer({ env: { DEMO: 'on', DEMO_CITY: 'on' } })
    await expect.poll(() => citiesOf(server), WAIT).toHaveLength(1)
    const [first = 0] = citiesOf(server)
    process.kill(first, 'SIGKILL')
    await expect.poll(() => citiesOf(server).filter((pid) => pid !== first), WAIT).toHaveLength(1)

    const [second = 0] = citiesOf(server).filter((pid) => pid !== first)
    await server.kill9()
    await expect.poll(() => isAlive(second), WAIT).toBe(false)
  },
)

test('with DEMO_CITY off there are no simulated drivers', async () => {
  await using server = await startServer({ env: { DEMO: 'on', DEMO_CITY: 'off' } })
  expect(server.stdout()).toContain('dispecer@demo.ro')
  expect(citiesOf(server)).toEqual([])
})

/** Running child processes of the server that run the fleet. */
function citiesOf({ pid }: RunningServer): number[] {
  if (process.platform !== 'linux') return []
  return fs
    .readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((child) => isCityOf(child, pid))
}

function isCityOf(child: number, parent: number): boolean {
  try {
    const [, , , parentPid] = fs
      .readFileSync(`/proc/${child}/stat`, 'utf8')
      .replace(/\(.*\)/, 'name')
      .split(' ')
    return Number(parentPid) === parent && fs.readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('fleet-cli')
  } catch {
    return false
  }
}
