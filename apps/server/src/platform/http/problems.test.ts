import { endpoint } from '@dispecerat/contract/kernel/endpoint'
import { ById, requiredText, textUpTo } from '@dispecerat/contract/kernel/wire'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { TestDatabase } from '../../testing/database/database-copy.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { connectDatabase } from '../db/connect.ts'
import { createHttp } from './http-server.ts'
import { mount } from './mount.ts'
import { Overloaded, TooManyRequests } from './problem.ts'

const CANARY = 'canar-0722123456'

const Everything = z.object({
  name: requiredText(5),
  count: z.number().int().min(1).max(10),
  kind: z.enum(['a', 'b']),
  flags: z.array(z.boolean()),
  few: z.array(z.boolean()).max(1),
  mail: z.email(),
  step: z.number().multipleOf(5),
  either: z.union([z.string(), z.number()]),
  places: z.array(z.object({ name: requiredText(3) })),
  map: z.record(z.string().max(2), z.literal(true)),
  more: z.number().gt(0),
  strict: z.strictObject({}),
})

const area = 'test'
const may = 'public' as const
const reply = z.object({ ok: z.literal(true) })
const say = endpoint({
  method: 'POST',
  path: '/api/say',
  does: '',
  area,
  may,
  body: z.object({ text: textUpTo(50) }),
  reply,
})
const check = endpoint({ method: 'POST', path: '/api/check', does: '', area, may, body: Everything, reply })
const find = endpoint({
  method: 'GET',
  path: '/api/find',
  does: '',
  area,
  may,
  query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
  reply,
})
const fail = endpoint({
  method: 'POST',
  path: '/api/fail/:how',
  does: '',
  area,
  may,
  params: z.object({ how: z.string() }),
  reply,
})
const everywhere = endpoint({
  method: 'POST',
  path: '/api/everywhere/:id',
  does: '',
  area,
  may,
  params: ById,
  query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
  body: z
    .object({ name: requiredText(5), from: z.number(), to: z.number(), tags: z.array(z.string()).optional() })
    .refine(({ from, to }) => from < to, { message: 'Sfârșitul trebuie să fie după început', path: ['to'] })
    .refine(({ tags }) => tags?.every((tag) => tag.startsWith('#')) ?? true, { message: 'Etichetă', path: ['name'] }),
  reply,
})

let http: FastifyInstance
let database: TestDatabase
const logged: string[] = []
const received: unknown[] = []

const failures: Record<string, () => unknown> = {
  rule: () => Promise.reject(new DomainError('order.wrong_state', { state: 'finished' })),
  credentials: () => Promise.reject(new DomainError('account.bad_credentials')),
  often: () => Promise.reject(new TooManyRequests(17)),
  busy: () => Promise.reject(new Overloaded()),
  bug: () => Promise.reject(new TypeError('x is not a function')),
  'broken-reply': () => ({ ok: CANARY }),
  nul: () => sql`select ${'a\u0000b'}::text`.execute(database.db),
  range: () => sql`select ${99_999_999_999}::int`.execute(database.db),
  constraint: () =>
    sql`insert into users (name, phone, created_at) values (${CANARY}, ${CANARY}, now())`.execute(database.db),
  timeout: () => sql`set local statement_timeout = 1; select pg_sleep(1)`.execute(database.db),
  away: async () => {
    const away = connectDatabase({ host: '127.0.0.1', port: 1, password: '', database: 'none' })
    await sql`select 1`.execute(away.db).finally(away.close)
  },
  'no-socket': async () => {
    const away = connectDatabase({ socketDir: '/nonexistent', database: 'none' })
    await sql`select 1`.execute(away.db).finally(away.close)
  },
  killed: () => sql`select pg_terminate_backend(pg_backend_pid())`.execute(database.db),
}

beforeAll(async () => {
  database = await aDatabase()
  const log = pino({ level: 'debug', base: undefined }, { write: (line: string) => void logged.push(line) })
  http = await createHttp({
    log,
    findLogin: async () => null,
    answered: () => undefined,
    publicOrigins: [],
    consoleDist: '/nonexistent',
  })
  mount(http, {}, say, ({ body }) => {
    received.push(body)
    return { ok: true as const }
  })
  mount(http, {}, check, () => ({ ok: true as const }))
  mount(http, {}, everywhere, () => ({ ok: true as const }))
  mount(http, {}, find, () => ({ ok: true as const }))
  mount(http, {}, fail, async ({ params }) => (await failures[params.how]?.()) as { ok: true })
  await http.ready()
})

afterAll(async () => {
  await http.close()
  await database.close()
})

function post(url: string, payload: unknown, headers: Record<string, string> = {}) {
  return http.inject({ method: 'POST', url, headers, payload: payload as object })
}

test('every kind of invalid field is answered in Romanian, by its dotted path', async () => {
  const answer = await post('/api/check', {
    name: 'prea lung de tot',
    count: 2.5,
    kind: 'c',
    flags: [true, 'x'],
    few: [true, true],
    mail: 'nu',
    step: 7,
    either: true,
    places: [{ name: '' }, {}],
    map: { long_key: true, ok: false },
    more: 0,
    strict: { extra: 1 },
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toEqual({
    message: 'Date invalide',
    errors: {
      name: ['Cel mult 5 caractere'],
      count: ['Trebuie să fie număr întreg'],
      kind: ['Valoare nepermisă; se acceptă: a, b'],
      few: ['Cel mult 1 elemente'],
      'flags.1': ['Trebuie să fie adevărat sau fals'],
      mail: ['Format invalid'],
      step: ['Trebuie să fie multiplu de 5'],
      either: ['Valoare nepermisă'],
      'places.0.name': ['Câmp obligatoriu'],
      'places.1.name': ['Câmp obligatoriu'],
      'map.long_key': ['Cheie nepermisă'],
      'map.ok': ['Valoare nepermisă; se acceptă: true'],
      more: ['Trebuie să fie mai mare decât 0'],
      strict: ['Câmpuri necunoscute: extra'],
    },
  })
})

test('one reply names the invalid fields of path, query and body, and of rules over several fields', async () => {
  const answer = await post('/api/everywhere/x?page=0&Page=1', { name: '', from: 3, to: 2 })
  expect([answer.statusCode, answer.json().errors]).toEqual([
    422,
    {
      id: ['Identificator invalid'],
      page: ['Cel puțin 1'],
      Page: ['Parametru necunoscut; se scrie page'],
      name: ['Câmp obligatoriu'],
      to: ['Sfârșitul trebuie să fie după început'],
    },
  ])
})

test('a rule over several fields is skipped while one of them is invalid or missing, and other rules are not', async () => {
  const noFrom = await post('/api/everywhere/1', { name: 'ana', to: 2, tags: ['a'] })
  expect(noFrom.json().errors).toEqual({ from: ['Câmp obligatoriu'], name: ['Etichetă'] })
  const wrongTo = await post('/api/everywhere/1', { name: 'ana', from: 3, to: '2' })
  expect(wrongTo.json().errors).toEqual({ to: ['Trebuie să fie număr'] })
  expect((await post('/api/everywhere/1', { name: 'ana', from: 1, to: 2 })).statusCode).toBe(200)
})

test('bodies are not coerced: a number is not a text, a list is not its first item', async () => {
  for (const text of [4072, ['+4072'], true, null, { a: 1 }]) {
    const answer = await post('/api/say', { text })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { text: ['Trebuie să fie text'] }])
  }
})

test('characters that PostgreSQL refuses or that disguise text are refused', async () => {
  for (const text of ['a\u0000b', 'a\ud800b', 'a\u202eb', 'a\u0007b']) {
    const answer = await post('/api/say', { text })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { text: ['Conține caractere nepermise'] }])
  }
  expect((await post('/api/say', { text: 'linii\nși\ttaburi, ăîșț 🚕' })).statusCode).toBe(200)
})

test('unknown fields never reach a command, whatever their name', async () => {
  received.length = 0
  const payload = '{"text":"a","company_id":2,"state":"finished","constructor":{"a":1}}'
  const answer = await http.inject({
    method: 'POST',
    url: '/api/say',
    headers: { 'content-type': 'application/json' },
    payload,
  })
  expect(answer.statusCode).toBe(200)
  expect(received).toEqual([{ text: 'a' }])
})

test('a body that is no JSON, a missing one and one with __proto__ get a clear 422', async () => {
  for (const payload of [
    '{"text":',
    'NaN',
    '{"text":"a"}{',
    '\u0000',
    '{"__proto__":{"a":1},"text":"a"}',
    '['.repeat(100_000),
  ]) {
    const answer = await http.inject({
      method: 'POST',
      url: '/api/say',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect([answer.statusCode, answer.json().message]).toEqual([422, 'Cererea nu este JSON valid'])
  }
  const missing = await http.inject({ method: 'POST', url: '/api/say' })
  expect([missing.statusCode, missing.json().errors]).toEqual([422, { body: ['Câmp obligatoriu'] }])
  const empty = await http.inject({
    method: 'POST',
    url: '/api/say',
    headers: { 'content-type': 'application/json' },
    payload: '',
  })
  expect([empty.statusCode, empty.json().errors]).toEqual([422, { body: ['Câmp obligatoriu'] }])
})

test('a body that is too large, one of another type and an unknown path each have their status', async () => {
  const large = await post('/api/say', { text: 'x'.repeat(1024 * 1024) })
  expect([large.statusCode, large.json().message]).toEqual([413, 'Cererea depășește 1 MiB'])
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
    const typed = await http.inject({
      method: 'POST',
      url: '/api/say',
      headers: { 'content-type': type },
      payload: 'text=a',
    })
    expect([typed.statusCode, typed.json().message]).toEqual([415, 'Se acceptă doar application/json'])
  }
  for (const url of ['/api/none', '/api/say', '/api/%E0%A4%A', `/api/fail/${'x'.repeat(500)}`]) {
    const unknown = await http.inject({ method: 'GET', url })
    expect([unknown.statusCode, unknown.json().message]).toEqual([404, 'Adresa cerută nu există'])
  }
})

test('queries and headers are checked like bodies', async () => {
  for (const page of ['', '0', 'x', '1.5', '1e999', '1&page=2']) {
    const answer = await http.inject({ method: 'GET', url: `/api/find?page=${page}` })
    expect([page, answer.statusCode, Object.keys(answer.json().errors)]).toEqual([page, 422, ['page']])
  }
  const company = await http.inject({ method: 'GET', url: '/api/find', headers: { 'company-id': '1; drop' } })
  expect([company.statusCode, company.json().errors]).toEqual([422, { 'company-id': ['Identificator invalid'] }])
  expect((await http.inject({ method: 'GET', url: '/api/find', headers: { 'company-id': '1' } })).statusCode).toBe(200)
  const key = await post('/api/say', { text: 'a' }, { 'idempotency-key': 'x'.repeat(201) })
  expect([key.statusCode, Object.keys(key.json().errors)]).toEqual([422, ['idempotency-key']])
})

test('a domain error keeps its facts; one about a field names the field', async () => {
  const rule = await post('/api/fail/rule', undefined)
  expect([rule.statusCode, rule.json()]).toEqual([
    409,
    {
      state: 'finished',
      code: 'order.wrong_state',
      message: 'Comanda este în altă stare; acțiunea nu mai este posibilă',
    },
  ])
  const credentials = await post('/api/fail/credentials', undefined)
  expect([credentials.statusCode, credentials.json().errors]).toEqual([422, { email: ['E-mail sau parolă greșite'] }])
})

test('rate limits and overload say when to retry', async () => {
  const often = await post('/api/fail/often', undefined)
  expect([often.statusCode, often.headers['retry-after']]).toEqual([429, '17'])
  const busy = await post('/api/fail/busy', undefined)
  expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '1'])
})

test('an unreachable database is a 503 that says so', async () => {
  for (const how of ['away', 'no-socket', 'killed', 'timeout']) {
    const answer = await post(`/api/fail/${how}`, undefined)
    expect([how, answer.statusCode, answer.headers['retry-after'], answer.json().message]).toEqual([
      how,
      503,
      '1',
      'Baza de date nu răspunde',
    ])
  }
})

test('a value that no column can hold is a client error, not a server error', async () => {
  for (const how of ['nul', 'range']) {
    const answer = await post(`/api/fail/${how}`, undefined)
    expect([how, answer.statusCode, answer.body]).toEqual([how, 422, '{"message":"Date invalide"}'])
  }
})

test('a server error reveals only its request id, and the log has no row values and no URLs', async () => {
  logged.length = 0
  for (const how of ['bug', 'broken-reply', 'constraint']) {
    const answer = await post(`/api/fail/${how}?phone=${CANARY}`, undefined, { 'x-request-id': `asked-for-${how}` })
    expect([how, answer.statusCode]).toEqual([how, 500])
    expect(answer.json()).toEqual({ message: 'Eroare internă', request_id: `asked-for-${how}` })
    expect(answer.headers['x-request-id']).toBe(`asked-for-${how}`)
  }
  const log = logged.join('')
  expect(log).toContain('asked-for-constraint')
  expect(log).toContain('POST /api/fail/:how')
  expect(log).not.toContain(CANARY)
})
