import { endpoint } from '@dispecerat/contract/kernel/endpoint'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Login } from './authenticate.ts'
import { createHttp } from './http-server.ts'
import { mount } from './mount.ts'
import { classOf, RequestLimits } from './request-limits.ts'

const shape = { method: 'GET', does: 'A test.', area: 'test', reply: z.object({ ok: z.boolean() }) } as const
const page = { query: z.object({ page: z.string().optional() }) }
const list = endpoint({ ...shape, ...page, path: '/api/list', may: 'session.own' })
const offer = endpoint({ ...shape, ...page, path: '/api/offer', may: 'driver.work' })
const open = endpoint({ ...shape, path: '/api/open', may: 'public' })

/** tokenId, company */
const login = (tokenId: number, companyId: CompanyId): Login => ({
  tokenId,
  userId: asId<UserId>(tokenId),
  roles: ['dispatcher', 'driver'],
  scope: { companies: [companyId], ownUserId: null },
})

const ADDRESS = '192.0.2.9'

let http: FastifyInstance
let started: number[] = []
let letGo: () => void = () => undefined
beforeAll(async () => {
  http = await createHttp({
    log: pino({ level: 'silent' }),
    findLogin: async (token) =>
      /^\d+$/.test(token) ? login(Number(token), asId<CompanyId>(Number(token) % 10)) : null,
    answered: () => undefined,
    limits: new RequestLimits({ monotonicMs: () => 0 }),
    publicOrigins: [],
    consoleDist: '/nonexistent',
  })
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  mount(http, {}, list, async ({ actor }) => {
    const [companyId = 0] = actor.scope.companies as readonly number[]
    started.push(companyId)
    if (companyId === 1) await held
    return { ok: true }
  })
  for (const free of [offer, open]) mount(http, {}, free, () => ({ ok: true }))
  await http.ready()
})
afterAll(() => http.close())

const request = (path: string, token?: string) =>
  http.inject({ url: path, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })

test('sixty lists of one company at once delay neither another company nor the offers of its own drivers', async () => {
  started = []
  const lists = Array.from({ length: 60 }, () => request('/api/list', '11'))
  expect((await request('/api/list', '12')).statusCode).toBe(200)
  expect((await request('/api/offer', '21')).statusCode).toBe(200)
  expect(started.filter((companyId) => companyId === 1)).toHaveLength(3)
  letGo()
  expect((await Promise.all(lists)).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 60 }, () => 200))
})

test('a request with an invalid Idempotency-Key releases its slot', async () => {
  const headers = { authorization: 'Bearer 13', 'idempotency-key': 'două cuvinte' }
  for (let n = 0; n < 4; n++) await http.inject({ url: '/api/list', headers })
  expect((await request('/api/list', '13')).statusCode).toBe(200)
})

/** Sends until a request is refused, at most `max` times; returns how many were accepted. */
function countUntilRefused(count: () => void, max: number): number {
  for (let n = 0; n < max; n++) {
    try {
      count()
    } catch {
      return n
    }
  }
  return max
}

test('a token that exceeds its rate is refused with the seconds to wait, a colleague’s token is not', () => {
  let ms = 0
  const limits = new RequestLimits({ monotonicMs: () => ms })
  expect(countUntilRefused(() => limits.count(login(1, asId<CompanyId>(1)), 'light', ADDRESS), 5000)).toBe(1000)
  expect(() => limits.count(login(1, asId<CompanyId>(1)), 'heavy', ADDRESS)).toThrow(
    expect.objectContaining({ retryAfterSeconds: 1 }),
  )
  limits.count(login(2, asId<CompanyId>(1)), 'light', ADDRESS)
  ms += 1000
  expect(countUntilRefused(() => limits.count(login(1, asId<CompanyId>(1)), 'light', ADDRESS), 5000)).toBe(100)
})

test('a company with many tokens is limited as a whole, but not its drivers, and not another company', () => {
  const limits = new RequestLimits({ monotonicMs: () => 0 })
  let token = 0
  const counted = countUntilRefused(() => {
    token += 1
    limits.count(login(token, asId<CompanyId>(1)), 'heavy', ADDRESS)
  }, 5000)
  expect(counted).toBe(2000)
  limits.count(login(9001, asId<CompanyId>(1)), 'driver', ADDRESS)
  limits.count(login(9002, asId<CompanyId>(2)), 'heavy', ADDRESS)
})

test('clients are limited by their own sessions, and use up nothing of their company’s consoles', () => {
  const limits = new RequestLimits({ monotonicMs: () => 0 })
  expect(countUntilRefused(() => limits.count(login(1, asId<CompanyId>(1)), 'client', ADDRESS), 5000)).toBe(60)
  for (let token = 2; token < 1000; token++) {
    for (let n = 0; n < 60; n++) limits.count(login(token, asId<CompanyId>(1)), 'client', ADDRESS)
  }
  expect(countUntilRefused(() => limits.count(login(1, asId<CompanyId>(1)), 'light', ADDRESS), 5000)).toBe(1000)
})

test('addresses of one /64 count as one; an IPv4 address counts by itself', () => {
  const limits = new RequestLimits({ monotonicMs: () => 0 })
  let n = 0
  const next = () => {
    n += 1
    limits.countAddress(`2001:db8:0:7::${n.toString(16)}`)
  }
  expect(countUntilRefused(next, 5000)).toBe(2000)
  expect(() => limits.countAddress('2001:0db8::7:1:2:3:4')).toThrow()
  limits.countAddress('2001:db8:0:8::1')
  limits.countAddress('192.0.2.1')
  expect(countUntilRefused(() => limits.countAddress('::ffff:192.0.2.1'), 5000)).toBe(1999)
})

test('requests without a token are refused with Retry-After, and a session from the same address is not', async () => {
  expect((await request('/api/open')).statusCode).toBe(200)
  expect(countUntilRefused(() => http.requestLimits.countAddress('127.0.0.1'), 5000)).toBe(1999)
  const refused = await request('/api/open')
  expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, 1])
  expect(refused.json().message).toMatch(/^Prea multe/)
  expect((await request('/api/list', '14')).statusCode).toBe(200)
})

test('a demo does not count requests from its own machine', () => {
  const limits = new RequestLimits({ monotonicMs: () => 0, trustsLoopback: true })
  expect(countUntilRefused(() => limits.count(login(1, asId<CompanyId>(1)), 'light', '127.0.0.1'), 5000)).toBe(5000)
  expect(countUntilRefused(() => limits.count(login(1, asId<CompanyId>(1)), 'light', ADDRESS), 5000)).toBe(1000)
  expect(countUntilRefused(() => limits.countAddress('::1'), 5000)).toBe(5000)
})

test('requests are classified by what they read', () => {
  expect([list, offer, open].map(classOf)).toEqual(['heavy', 'driver', 'light'])
})
