import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { aServer } from '../../../testing/a-server.ts'
import { anExchange } from './testing/an-exchange.ts'
import { RawPhone } from './testing/raw-phone.ts'

test('only pages of the console get a telephone connection; other origins, requests without an Origin and other paths do not', async () => {
  await using server = await aServer()
  await server.startJobs()
  const connectionOutcome = async (path: string, origin?: string) => {
    const socket = new WebSocket(`${server.address.replace('http', 'ws')}${path}`, 'sip', origin ? { origin } : {})
    const outcome = await once(socket, 'open').then(
      () => 'open',
      (error) => /\d{3}/.exec(String(error))?.[0],
    )
    socket.terminate()
    return outcome
  }
  expect(await connectionOutcome('/sip', server.address)).toBe('open')
  expect(await connectionOutcome('/sip')).toBe('403')
  expect(await connectionOutcome('/ws')).toBe('open')
  expect(await connectionOutcome('/sip', 'https://evil.example')).toBe('403')
  expect(await connectionOutcome('/sips')).toBe('404')
})

test('refused requests of phones are counted in the metrics, without names and numbers', async () => {
  await using server = await aServer()
  await server.startJobs()
  const phone = await new RawPhone(`${server.address.replace('http', 'ws')}/sip`, '+40740111222', 'a guess', {
    origin: server.address,
  }).connect()
  phone.says('junk')
  expect((await phone.registers()).status).toBe(401)
  const { body } = await server.inject('/metrics')
  expect(body).toContain('sip_refused_total{why="malformed"} 1')
  expect(body).toContain('sip_refused_total{why="unauthenticated"} 1')
  expect(body).not.toContain('40740111222')
  phone.breakLine()
})

test('a thousand unauthenticated sockets keep no dispatcher out, and are closed by timeout', async () => {
  await using server = await anExchange()
  const unknowns = Array.from({ length: 1000 }, () => new WebSocket(server.address, 'sip'))
  await Promise.all(unknowns.map((one) => once(one, 'open')))
  const phones = await Promise.all(['1', '2', '3'].map((extension) => server.registered(extension)))
  await expect.poll(() => unknowns.filter(({ readyState }) => readyState !== WebSocket.CLOSED).length).toBe(0)
  expect(phones.map(({ closed }) => closed)).toEqual([null, null, null])
  expect(new Set(server.refusals)).toEqual(new Set(['silent', 'too_many_sockets']))
})

test('a stopping server closes its phones, and accepts no new ones', async () => {
  await using server = await aServer()
  await server.startJobs()
  const address = `${server.address.replace('http', 'ws')}/sip`
  const phone = await new RawPhone(address, '1', '', { origin: server.address }).connect()
  await server.stop()
  await expect.poll(() => phone.closed?.code).toBe(1001)
  await expect(new RawPhone(address, '1', '', { origin: server.address }).connect()).rejects.toThrow()
})

test('without an exchange there is no connection', async () => {
  await using server = await aServer({ env: { TELEPHONY: 'off' } })
  const phone = new RawPhone(`${server.address.replace('http', 'ws')}/sip`, '1')
  await expect(phone.connect()).rejects.toThrow('404')
})

test('a company has as many telephones as its quota: the oldest is closed, one more when the quota is lowered', async () => {
  let quota = 2
  const listeners: (() => void)[] = []
  const socketQuotas = { of: () => quota, onChange: (listener: () => void) => void listeners.push(listener) }
  await using server = await anExchange({ socketQuotas })
  const [first, second, third] = [
    await server.registered('1'),
    await server.registered('2'),
    await server.registered('3'),
  ]
  await expect.poll(() => first.closed?.code).toBe(1013)
  expect([second.closed, third.closed]).toEqual([null, null])
  quota = 1
  for (const listener of listeners) listener()
  await expect.poll(() => second.closed?.code).toBe(1013)
  expect(third.closed).toBeNull()
})
