import { POSITIONS_CHANNEL } from '@dispecerat/contract/api/realtime'
import { whoAmI } from '@dispecerat/contract/identity/accounts'
import { changeRolePermissions, readRolePermissions } from '@dispecerat/contract/identity/permissions'
import { listBlockedPhones } from '@dispecerat/contract/orders/company-dispatch'
import type { NarrowedRole, Permission } from '@dispecerat/domain/identity/permissions'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aUser } from '../../testing/builders.ts'

const WORD = 'blocked_phones.edit'

let server: TestServer
let id: CompanyId
const tokens = {} as Record<'boss' | 'dispatcher' | 'both' | 'platform' | 'neighbour', string>

beforeAll(async () => {
  server = await aServer()
  id = (await aCompany(server)).companyId
  const companyIds = [id]
  const logIn = async (user: Promise<{ email: string }>) => server.logIn((await user).email)
  tokens.boss = await logIn(aUser(server, { roles: ['company_admin'], companyIds }))
  tokens.dispatcher = await logIn(aDispatcher(server, { companyId: id }))
  tokens.both = await logIn(aUser(server, { roles: ['company_admin', 'dispatcher'], companyIds }))
  tokens.platform = await logIn(aUser(server, { roles: ['admin', 'dispatcher'], companyIds }))
  tokens.neighbour = await logIn(aDispatcher(server, { companyId: (await aCompany(server)).companyId }))
})
afterAll(() => server.stop())

const read = async () => (await server.request(readRolePermissions, { params: { id } }, tokens.boss)).reply.data
const say = (
  role: NarrowedRole,
  permission: Permission,
  is_given: boolean,
  { as = tokens.boss, version }: { as?: string; version?: number } = {},
) =>
  server.request(
    changeRolePermissions,
    {
      params: { id },
      body: { role, words: [{ word: permission, is_given }] },
      ...(version === undefined ? {} : { headers: { 'if-match': String(version) } }),
    },
    as,
  )
const statusOf = async (who: keyof typeof tokens) => (await server.request(listBlockedPhones, {}, tokens[who])).status
const permissions = async (who: keyof typeof tokens) =>
  (await server.request(whoAmI, {}, tokens[who])).reply.data.permissions

test('a permission revoked from dispatchers is refused at once, missing in their session, and can be restored', async () => {
  expect(await statusOf('dispatcher')).toBe(200)
  const socket = await server.socket(tokens.dispatcher)
  expect((await say('dispatcher', WORD, false)).status).toBe(200)
  await socket.waitForEvent('permissions_changed')
  await server.remembers()
  expect(await statusOf('dispatcher')).toBe(403)
  expect(await permissions('dispatcher')).not.toContain(WORD)
  expect([
    await statusOf('boss'),
    await statusOf('both'),
    await statusOf('platform'),
    await statusOf('neighbour'),
  ]).toEqual([200, 200, 200, 200])
  expect(await permissions('platform')).toContain(WORD)
  await say('dispatcher', WORD, true)
  await server.remembers()
  expect(await statusOf('dispatcher')).toBe(200)
  expect(await permissions('dispatcher')).toContain(WORD)
})

test('revoking a permission ends the subscriptions that need it at once; restoring it allows them again', async () => {
  const socket = await server.socket(tokens.dispatcher)
  await socket.subscribe(POSITIONS_CHANNEL)
  expect(server.realtime.hasSubscribers(POSITIONS_CHANNEL)).toBe(true)
  await say('dispatcher', 'drivers.positions', false)
  await socket.waitForEvent('permissions_changed')
  await expect.poll(() => server.realtime.hasSubscribers(POSITIONS_CHANNEL)).toBe(false)
  await socket.subscribe(POSITIONS_CHANNEL)
  expect(socket.framesOf('error')).toHaveLength(1)
  await say('dispatcher', 'drivers.positions', true)
  await expect
    .poll(async () => {
      await socket.subscribe(POSITIONS_CHANNEL)
      return server.realtime.hasSubscribers(POSITIONS_CHANNEL)
    })
    .toBe(true)
})

test('only the platform narrows the administrators of a company; of two concurrent changes the second is refused', async () => {
  expect((await say('company_admin', WORD, false)).body.code).toBe('user.role_not_yours_to_grant')
  expect((await say('company_admin', WORD, false, { as: tokens.platform })).status).toBe(200)
  await server.remembers()
  expect(await statusOf('boss')).toBe(403)
  const { version } = await read()
  expect((await say('company_admin', WORD, true, { as: tokens.platform, version })).status).toBe(200)
  const late = await say('dispatcher', WORD, false, { version })
  expect([late.status, late.body.code]).toEqual([409, 'company.changed_meanwhile'])
})

test.each<[string, NarrowedRole, string]>([
  ['a word the role never had', 'dispatcher', 'finances.edit'],
  ['a word the role cannot do without', 'dispatcher', 'orders.read'],
  ['a word that does not exist', 'dispatcher', 'orders.eat'],
])('%s can be neither revoked nor granted', async (_, role, permission) => {
  for (const isGranted of [true, false]) expect((await say(role, permission as Permission, isGranted)).status).toBe(422)
  expect(await permissions('dispatcher')).not.toContain('finances.edit')
})
