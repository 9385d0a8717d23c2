import { once } from 'node:events'
import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { headerOf, headersOf, type SipHeader } from './sip/sip-message.ts'
import { MAX_WRONG_PASSWORDS } from './sip-limits.ts'
import { anExchange, LINE } from './testing/an-exchange.ts'
import type { Algorithm } from './testing/raw-phone.ts'

const ADDRESS = 'sip:exchange.test'

test.each(['MD5', 'SHA-256'] satisfies Algorithm[])('a phone registers with %s', async (algorithm) => {
  await using server = await anExchange()
  const phone = await server.phone('1')
  const answer = await phone.registers(300, algorithm)
  expect(answer.status).toBe(200)
  expect(headerOf(answer, 'contact')).toMatch(/;expires=300$/)
  expect(server.exchange.isReachable(asId<UserId>(1))).toBe(true)
})

test.each([
  ['a wrong password', '1', 'not it'],
  ['a name nobody has', '77', 'whatever'],
])('%s is refused, and counted', async (_, extension, password) => {
  await using server = await anExchange()
  const phone = await server.phone(extension, password)
  expect((await phone.registers()).status).toBe(401)
  expect(server.refusals).toEqual(['unauthenticated'])
  expect(server.exchange.isReachable(asId<UserId>(1))).toBe(false)
})

test('a nonce that was forged, or issued over another connection, is refused', async () => {
  await using server = await anExchange()
  const [phone, other] = [await server.phone('1'), await server.phone('1')]
  phone.ask('REGISTER', ADDRESS, { to: '<sip:1@exchange.test>' })
  const challenge = await phone.waitForResponse(401, 'REGISTER')
  const register = (proof: string) => {
    const headers: SipHeader[] = [
      ['Contact', other.contact],
      ['Authorization', proof],
    ]
    other.ask('REGISTER', ADDRESS, { to: '<sip:1@exchange.test>', headers })
    return other.waitForFinal('REGISTER')
  }
  const forged = `${Math.round(performance.now())}.${'0'.repeat(32)}`
  expect((await register(phone.proof(challenge, 'REGISTER', ADDRESS, { nonce: forged }))).status).toBe(401)
  expect((await register(phone.proof(challenge, 'REGISTER', ADDRESS))).status).toBe(401)
  expect(server.refusals).toEqual(['forged_nonce', 'forged_nonce'])
})

test("a phone cannot register under a colleague's name", async () => {
  await using server = await anExchange()
  const thief = await server.phone('2')
  const to = '<sip:1@exchange.test>'
  thief.ask('REGISTER', ADDRESS, { to, headers: [['Contact', thief.contact]] })
  const challenge = await thief.waitForResponse(401, 'REGISTER')
  const proof = thief.proof(challenge, 'REGISTER', ADDRESS)
  thief.ask('REGISTER', ADDRESS, {
    to,
    headers: [
      ['Contact', thief.contact],
      ['Authorization', proof],
    ],
  })
  await thief.waitForResponse(403, 'REGISTER')
  expect(server.refusals).toEqual(['somebody_elses'])
  expect(server.exchange.isReachable(asId<UserId>(1))).toBe(false)
})

test('a socket that guesses passwords is closed', async () => {
  await using server = await anExchange()
  const phone = await server.phone('1', 'guess')
  phone.ask('REGISTER', ADDRESS, { to: '<sip:1@exchange.test>' })
  const challenge = await phone.waitForResponse(401, 'REGISTER')
  for (let guess = 0; guess <= MAX_WRONG_PASSWORDS; guess++) {
    const headers: SipHeader[] = [['Authorization', phone.proof(challenge, 'REGISTER', ADDRESS)]]
    phone.ask('REGISTER', ADDRESS, { to: '<sip:1@exchange.test>', headers })
  }
  await expect.poll(() => phone.closed?.code).toBe(1008)
})

test('a phone that unregisters, or whose connection breaks, no longer rings', async () => {
  await using server = await anExchange()
  const [one, two] = [await server.registered('1'), await server.registered('2')]
  expect(headersOf(await one.registers(0), 'contact')).toEqual([])
  expect(server.exchange.isReachable(asId<UserId>(1))).toBe(false)
  two.breakLine()
  await expect.poll(() => server.exchange.isReachable(asId<UserId>(2))).toBe(false)
})

test("a dismissed dispatcher's phone is refused at the next registration", async () => {
  await using server = await anExchange()
  const phone = await server.registered('1')
  server.phoneDirectory.accounts.delete('1')
  expect((await phone.registers()).status).toBe(401)
  expect(server.exchange.isReachable(asId<UserId>(1))).toBe(false)
})

test('a call needs authentication; afterwards it proceeds', async () => {
  await using server = await anExchange()
  const phone = await server.phone('caller')
  phone.rings(LINE, '+40740111222')
  const challenge = await phone.waitForResponse(407, 'INVITE')
  const proof = phone.proof(challenge, 'INVITE', `sip:${LINE}@exchange.test`)
  phone.rings(LINE, '+40740111222', { headers: [['Proxy-Authorization', proof]] })
  await phone.waitForResponse(182, 'INVITE')
  expect(server.eventTypes()).toBe('ringing')
})

test('a phone receives keep-alive requests, and may send them', async () => {
  await using server = await anExchange()
  const phone = await server.registered('1')
  const answer = once(phone.socket, 'message')
  phone.says('\r\n\r\n')
  expect(String((await answer)[0])).toBe('\r\n')
  phone.ask('OPTIONS', ADDRESS)
  expect(headerOf(await phone.waitForResponse(200, 'OPTIONS'), 'allow')).toContain('UPDATE')
  phone.ask('SUBSCRIBE', ADDRESS)
  await phone.waitForResponse(405, 'SUBSCRIBE')
})

test('only websockets that speak SIP are opened', async () => {
  await using server = await anExchange()
  const socket = new WebSocket(server.address)
  const [error] = await once(socket, 'error')
  expect(String(error)).toContain('400')
})
