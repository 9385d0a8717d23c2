import { endpoint } from '@dispecerat/contract/kernel/endpoint'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { KnownSessions } from '../../identity/sessions/known-sessions.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aUser } from '../../testing/builders.ts'
import { write } from '../db/write.ts'
import { forgetOld } from '../realtime/retention.jobs.ts'
import { createHttp } from './http-server.ts'
import { mount } from './mount.ts'

const found = endpoint({
  method: 'POST',
  path: '/api/found',
  does: 'Makes a company: a write whose effects can be counted.',
  area: 'test',
  may: 'session.own',
  body: z.object({ name: z.string() }),
  reply: z.object({ id: z.number(), name: z.string() }),
  status: 201,
})

let server: TestServer
let http: FastifyInstance
let tokens: string[]
let people: { email: string }[]

beforeAll(async () => {
  server = await aServer()
  people = [await aUser(server, { roles: ['admin'] }), await aUser(server, { roles: ['admin'] })]
  await logIn()
  const sessions = new KnownSessions(server)
  http = await createHttp({
    log: pino({ level: 'silent' }),
    findLogin: (token) => sessions.findLogin(token),
    answered: () => undefined,
    publicOrigins: [],
    consoleDist: '/nonexistent',
  })
  mount(http, server, found, async ({ body, actor }) => {
    const { id } = await write(server, actor, async (tx) => {
      if (body.name === 'greșit') throw new Error('a bug')
      const row = { name: body.name, created_at: server.clock.now() }
      return tx.insertInto('companies').values(row).returning('id').executeTakeFirstOrThrow()
    })
    return server.db.selectFrom('companies').select(['id', 'name']).where('id', '=', id).executeTakeFirstOrThrow()
  })
  await http.ready()
})
afterAll(async () => {
  await http.close()
  await server.stop()
})

async function logIn() {
  tokens = await Promise.all(people.map(({ email }) => server.logIn(email)))
}

function make(name: string, key: string | null, token = tokens[0]) {
  const headers = { authorization: `Bearer ${token}`, ...(key ? { 'idempotency-key': key } : {}) }
  return http.inject({ method: 'POST', url: '/api/found', headers, payload: { name } })
}

async function howMany(name: string): Promise<number> {
  return (await server.db.selectFrom('companies').select('id').where('name', '=', name).execute()).length
}

test('a request repeated with its key has one effect and the same answer', async () => {
  const first = await make('Unu', 'k-1')
  const second = await make('Unu', 'k-1')
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json()).toEqual(first.json())
  expect(await howMany('Unu')).toBe(1)
})

test('twenty copies that arrive together have one effect and one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => make('Deodată', 'k-2')))
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(await howMany('Deodată')).toBe(1)
})

test('without a key every copy has its effect', async () => {
  await Promise.all([make('Fără', null), make('Fără', null)])
  expect(await howMany('Fără')).toBe(2)
})

test('the same key for another body is refused and changes nothing', async () => {
  await make('Alfa', 'k-3')
  const other = await make('Beta', 'k-3')
  expect([other.statusCode, other.json().code]).toEqual([422, 'request.key_reused'])
  expect(await howMany('Beta')).toBe(0)
})

test('the same key sent by two users is two keys', async () => {
  await make('Gama', 'k-4', tokens[0])
  expect((await make('Delta', 'k-4', tokens[1])).statusCode).toBe(201)
})

test('a request that failed may be tried again with its key', async () => {
  expect((await make('greșit', 'k-5')).statusCode).toBe(500)
  expect((await make('Corect', 'k-5')).statusCode).toBe(201)
})

test('a key is stored for a day', async () => {
  await make('Zi', 'k-6')
  server.pass(24 * 3600 - 60)
  // Sessions expire sooner than keys.
  await logIn()
  await forgetOld(server)
  await make('Zi', 'k-6')
  expect(await howMany('Zi')).toBe(1)
  server.pass(120)
  await forgetOld(server)
  await make('Zi', 'k-6')
  expect(await howMany('Zi')).toBe(2)
})
