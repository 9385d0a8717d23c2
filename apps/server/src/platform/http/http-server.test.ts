import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { whoAmI } from '@dispecerat/contract/identity/accounts'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aUser } from '../../testing/builders.ts'
import { createHttp } from './http-server.ts'

const ORIGIN = 'https://birou.taxi.ro'
const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'console-'))
let http: FastifyInstance

beforeAll(async () => {
  http = await createHttp({
    log: pino({ level: 'silent' }),
    findLogin: async () => null,
    answered: () => undefined,
    publicOrigins: [ORIGIN],
    consoleDist: dist,
  })
  await http.ready()
})
afterAll(async () => {
  await http.close()
  fs.rmSync(dist, { recursive: true })
})

const page = (url: string) => http.inject({ method: 'GET', url })

test('before the console is built, its address shows instructions', async () => {
  const answer = await page('/operator')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(answer.body).toContain('npm run build')
})

test('the console is served at the address of any screen; assets are cached for ever, everything else is revalidated', async () => {
  fs.mkdirSync(path.join(dist, 'assets'))
  fs.writeFileSync(path.join(dist, 'index.html'), '<html>consola</html>')
  fs.writeFileSync(path.join(dist, 'assets', 'app-1a2b.js'), 'export {}')
  for (const url of ['/', '/operator/order/12?a=1', '/login']) {
    const answer = await page(url)
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([
      200,
      '<html>consola</html>',
      'no-cache',
    ])
  }
  const asset = await page('/assets/app-1a2b.js')
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asset.headers['content-type']).toContain('javascript')
  for (const url of [
    '/assets/gone.js',
    '/gone.png',
    '/api/gone',
    '/order-drivers/x',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/%00.js',
  ]) {
    expect([url, (await page(url)).statusCode]).toEqual([url, 404])
  }
})

test('pages run scripts of this server only and cannot be framed', async () => {
  const policy = String((await page('/')).headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("worker-src 'self' blob:")
  expect(policy).toContain("frame-ancestors 'none'")
})

test('pages connect to this host and to the telephone exchanges, and to no other host', async () => {
  await using server = await aServer()
  const { companyId } = await aCompany(server)
  const { userId } = await aDispatcher(server, { companyId })
  const password = server.seal.seal('x', 'sip_accounts.password')
  const account = { user_id: userId, password, created_at: server.clock.now() }
  const dispatcherAccount = {
    kind: 'dispatcher',
    extension: '901',
    sip_ws: 'wss://centrala.exemplu.ro:8443/ws; script-src *',
  }
  const wrong = { kind: 'caller', extension: 'c901', sip_ws: 'wss://a;script-src' }
  const rows = ([dispatcherAccount, wrong] as const).map((row) => ({
    ...account,
    ...row,
    kind: row.kind as 'dispatcher' | 'caller',
  }))
  await server.db.insertInto('sip_accounts').values(rows).execute()
  await using node = await aServer({ besides: server })
  const connects = async (headers: Record<string, string>) => {
    const answer = await node.inject({ method: 'GET', url: '/health', headers })
    return /connect-src ([^;]*)/.exec(String(answer.headers['content-security-policy']))?.[1]
  }
  const exchange = 'wss://centrala.exemplu.ro:8443'
  expect(await connects({ host: 'birou.exemplu.ro' })).toBe(
    `'self' ws://birou.exemplu.ro wss://birou.exemplu.ro ${exchange}`,
  )
  expect(await connects({ host: 'a;script-src *' })).toBe(`'self' ${exchange}`)
})

test('pages may use the microphone and the speakers, but neither the location nor the camera', async () => {
  const policy = String((await page('/')).headers['permissions-policy'])
  for (const used of ['microphone', 'autoplay', 'speaker-selection', 'fullscreen', 'clipboard-write']) {
    expect(policy).toContain(`${used}=(self)`)
  }
  for (const unused of ['geolocation', 'camera', 'usb']) expect(policy).toContain(`${unused}=()`)
})

test('the API is documented on its own page, with files of this server', async () => {
  const docs = await page('/api/docs/')
  expect(docs.statusCode).toBe(200)
  expect(docs.body).not.toMatch(/(src|href)="https?:/)
  expect((await page('/api/docs/json')).json().openapi).toBe('3.1.0')
})

test('a valid request id is reused, an invalid one is replaced', async () => {
  const idOf = async (id: string) =>
    (await http.inject({ method: 'GET', url: '/api/none', headers: { 'x-request-id': id } })).headers['x-request-id']
  expect(await idOf('asked-for-1')).toBe('asked-for-1')
  expect(await idOf('a b')).toMatch(/^[0-9a-f-]{36}$/)
})

test('pages of a configured origin may call the API, those of others may not', async () => {
  const preflight = (origin: string) => http.inject({ method: 'OPTIONS', url: '/api/account', headers: { origin } })
  const allowed = await preflight(ORIGIN)
  expect([allowed.statusCode, allowed.headers['access-control-allow-origin']]).toEqual([204, ORIGIN])
  expect((await preflight('https://altul.ro')).headers['access-control-allow-origin']).toBeUndefined()
})

test('metrics are readable from this machine and by administrators', async () => {
  await using server = await aServer()
  const [admin, dispatcher] = [
    await aUser(server, { roles: ['admin'] }),
    await aUser(server, { roles: ['dispatcher'] }),
  ]
  const [adminToken, dispatcherToken] = [await server.logIn(admin.email), await server.logIn(dispatcher.email)]
  await server.request(whoAmI, {}, adminToken)
  const statusWith = async (headers: Record<string, string>) =>
    (await server.inject({ method: 'GET', url: '/metrics', headers })).statusCode
  const outside = { 'x-forwarded-for': '203.0.113.7' }
  expect(await statusWith({})).toBe(200)
  expect(await statusWith(outside)).toBe(401)
  expect(await statusWith({ ...outside, authorization: `Bearer ${dispatcherToken}` })).toBe(403)
  expect(await statusWith({ ...outside, authorization: `Bearer ${adminToken}` })).toBe(200)
  const { body } = await server.inject({ method: 'GET', url: '/metrics' })
  expect(body).toContain('http_request_seconds_count{method="GET",route="/api/account",status="200"} 1')
  expect(body).toMatch(/^websockets 0$/m)
  expect(body).toMatch(/^process_cpu_seconds_total \d/m)
  expect(body).toMatch(/^database_connections\{state="open"\} \d+$/m)
})

test('the sizes of the largest tables are metrics, largest first', async () => {
  await using server = await aServer()
  const sizes = async () => {
    const { body } = await server.inject({ method: 'GET', url: '/metrics' })
    return [...body.matchAll(/^database_table_bytes\{table="(\w+)"\} (\d+)$/gm)].map(([, table, bytes]) => ({
      table,
      bytes: Number(bytes),
    }))
  }
  const before = await expect.poll(sizes).not.toEqual([]).then(sizes)
  expect(before).toEqual(before.toSorted((one, other) => other.bytes - one.bytes))
  await sql`insert into storage_probe select repeat(md5(line::text), 100) from generate_series(1, 20_000) as line`.execute(
    server.db,
  )
  await expect.poll(async () => (await sizes())[0]).toMatchObject({ table: 'storage_probe' })
})

test('a proxy that TRUST_PROXY does not name is reported once in the log and in /ready; a visitor who sends its header is not a proxy', async () => {
  const lines: string[] = []
  const warnings = () => lines.filter((line) => line.includes('TRUST_PROXY'))
  await using node = await aServer({ logTo: (line) => lines.push(line) })
  const requestFrom = (remoteAddress: string, headers: Record<string, string>) =>
    node.inject({ method: 'GET', url: '/health', headers, remoteAddress })
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  await requestFrom('10.0.0.4', {})
  await requestFrom('203.0.113.9', forwarded)
  expect((await node.inject('/ready')).json().proxy).toBeUndefined()
  expect(warnings()).toEqual([])
  for (const proxy of ['::ffff:10.0.0.4', '127.0.0.1']) await requestFrom(proxy, forwarded)
  expect(warnings()).toHaveLength(1)
  expect((await node.inject('/ready')).json()).toMatchObject({ status: 'ready', proxy: 'not named in TRUST_PROXY' })
  await using named = await aServer({ env: { TRUST_PROXY: 'loopback' } })
  await named.inject({ method: 'GET', url: '/health', headers: forwarded })
  expect((await named.inject('/ready')).json().proxy).toBeUndefined()
})

test('the forwarded address is used only when the proxy is trusted', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  for (const [trustedProxies, seen] of [
    [[], '127.0.0.1'],
    [['loopback'], '203.0.113.7'],
  ] as const) {
    const behind = await createHttp({
      log: pino({ level: 'silent' }),
      findLogin: async () => null,
      answered: () => undefined,
      publicOrigins: [],
      consoleDist: dist,
      trustedProxies,
    })
    behind.get('/who', { schema: {} }, async (request) => request.ip)
    const answer = await behind.inject({ method: 'GET', url: '/who', headers: forwarded })
    expect(answer.body).toContain(seen)
    await behind.close()
  }
})

test('HSTS is sent only where a trusted proxy says that the request came by https', async () => {
  const headers = { 'x-forwarded-proto': 'https' }
  for (const [trustedProxies, hsts] of [
    [[], undefined],
    [['loopback'], 'max-age=31536000; includeSubDomains'],
  ] as const) {
    const behind = await createHttp({
      log: pino({ level: 'silent' }),
      findLogin: async () => null,
      answered: () => undefined,
      publicOrigins: [],
      consoleDist: dist,
      trustedProxies,
    })
    for (const url of ['/', '/api/gone', '/assets/gone.js']) {
      const secure = await behind.inject({ method: 'GET', url, headers })
      expect([url, secure.headers['strict-transport-security']]).toEqual([url, hsts])
      expect((await behind.inject(url)).headers['strict-transport-security']).toBeUndefined()
    }
    await behind.close()
  }
})

test('every reply has headers against sniffing, framing and external scripts, sets no cookie, and errors are not cached', async () => {
  await using server = await aServer()
  const { email } = await aUser(server, { roles: ['admin'] })
  const authorization = `Bearer ${await server.logIn(email)}`
  const requests = [
    { method: 'GET', url: '/login' },
    { method: 'GET', url: '/api/access-tokens/current' },
    { method: 'GET', url: '/api/access-tokens/current', headers: { authorization } },
    { method: 'POST', url: '/api/access-tokens', payload: { email, password: 'alta' } },
    { method: 'POST', url: '/api/access-tokens', payload: '<a/>', headers: { 'content-type': 'application/xml' } },
    { method: 'GET', url: '/api/gone' },
    { method: 'GET', url: '/assets/gone.js' },
    { method: 'GET', url: '/%' },
    { method: 'TRACE', url: '/api/access-tokens/current' },
  ] as const
  for (const request of requests) {
    const { headers, statusCode }: LightMyRequestResponse = await server.http.inject(request as InjectOptions)
    const about = `${request.method} ${request.url} ${statusCode}`
    expect([about, headers['x-content-type-options'], headers['referrer-policy'], headers['set-cookie']]).toEqual([
      about,
      'nosniff',
      'no-referrer',
      undefined,
    ])
    expect(headers['content-security-policy'], about).toMatch(
      /object-src 'none';base-uri 'none'.*frame-ancestors 'none'/,
    )
    if (request.url.startsWith('/api/')) expect([about, headers['cache-control']]).toEqual([about, 'no-store'])
    if (request.method === 'TRACE') expect(statusCode).toBe(404)
  }
})
