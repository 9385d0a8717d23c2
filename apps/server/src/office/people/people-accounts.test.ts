import {
  changePeopleState,
  deactivatePerson,
  readPerson,
  restorePerson,
  setRoles,
} from '@dispecerat/contract/office/people'
import { ROLES, type Role } from '@dispecerat/domain/identity/permissions'
import { afterAll, expect, test } from 'vitest'
import { aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import { aPeoplesOffice } from './testing/a-peoples-office.ts'

const { server, companyId, manager, superUser, dispatcher, aPerson, add, page, someone } = await aPeoplesOffice()
afterAll(() => server.stop())

test('no user grants a role above their own: each role by each granter', async () => {
  const grants: Record<string, readonly Role[]> = {
    admin: ROLES,
    company_admin: ['dispatcher', 'driver', 'client', 'company'],
    dispatcher: [],
  }
  const tokens = { admin: superUser.token, company_admin: manager.token, dispatcher }
  for (const [granter, token] of Object.entries(tokens)) {
    const status = Object.fromEntries(
      await Promise.all(
        ROLES.map(async (role, i) => {
          const phone = `07551${granter.length}0${i}10${i}`
          return [role, (await add(someone([role], { phone }), token)).status] as const
        }),
      ),
    )
    const wanted = Object.fromEntries(ROLES.map((role) => [role, grants[granter]?.includes(role) ? 201 : 403]))
    expect(status, granter).toEqual(wanted)
  }
})

test('roles are granted and revoked only as far as the actor may grant them, and never the actor’s own', async () => {
  const { userId } = await aPerson(['dispatcher'], [companyId])
  const give = async (id: number, roles: readonly Role[], token = manager.token) => {
    const { status, body } = await server.request(setRoles, { params: { id }, body: { roles: [...roles] } }, token)
    return [status, body.code]
  }
  expect(await give(userId, ['dispatcher', 'driver'])).toEqual([200, undefined])
  expect(await give(userId, ['dispatcher', 'company_admin'])).toEqual([403, 'user.role_not_yours_to_grant'])
  expect(await give(userId, ['admin'])).toEqual([403, 'user.role_not_yours_to_grant'])
  expect(await give(manager.userId, ['company_admin', 'dispatcher'])).toEqual([403, 'user.is_yourself'])
  expect(await give(userId, ['company_admin'], superUser.token)).toEqual([200, undefined])
  expect(await give(userId, ['dispatcher'])).toEqual([403, 'user.role_not_yours_to_grant'])
  const second = await aPerson(['admin'], [])
  expect(await give(superUser.userId, ['client'], second.token)).toEqual([403, 'user.is_super_user'])
})

test('granting a role closes the sessions that were opened without it', async () => {
  const { userId, token } = await aPerson(['dispatcher'], [companyId])
  await server.request(setRoles, { params: { id: userId }, body: { roles: ['driver'] } }, manager.token)
  expect((await server.request(readPerson, { params: { id: userId } }, token)).status).toBe(401)
})

test('no user closes their own account, nor the first administrator’s', async () => {
  const close = async (id: number, token: string) => {
    const { status, body } = await server.request(deactivatePerson, { params: { id } }, token)
    return [status, body.code]
  }
  const second = await aPerson(['admin'], [])
  expect(await close(manager.userId, manager.token)).toEqual([403, 'user.is_yourself'])
  expect(await close(superUser.userId, second.token)).toEqual([403, 'user.is_super_user'])
  const peer = await aPerson(['company_admin'], [companyId])
  expect(await close(peer.userId, manager.token)).toEqual([403, 'user.not_yours_to_edit'])
})

test('a closed account is logged out, and can log in after it is reopened', async () => {
  const { userId, token, email } = await aPerson(['dispatcher'], [companyId])
  await server.request(deactivatePerson, { params: { id: userId } }, manager.token)
  expect((await server.request(readPerson, { params: { id: userId } }, token)).status).toBe(401)
  expect(await page(userId)).toMatchObject({ state: 'deactivated' })
  await server.request(restorePerson, { params: { id: userId } }, manager.token)
  expect((await server.request(readPerson, { params: { id: userId } }, await server.logIn(email))).status).toBe(200)
})

test('a driver whose account is closed goes off duty; one with a trip may end it first', async () => {
  const free = await aDriver(server, { companyId, at: TOWN_SQUARE })
  const busy = await aDriver(server, { companyId, at: TOWN_SQUARE })
  await server.db.updateTable('driver_status').set({ is_busy: true }).where('driver_id', '=', busy.driverId).execute()
  const ids = [free.driverId, busy.driverId, manager.userId]
  const { reply } = await server.request(changePeopleState, { body: { ids, action: 'deactivate' } }, manager.token)
  expect(reply.data.map(({ id, ok }) => [id, ok])).toEqual([
    [free.driverId, true],
    [busy.driverId, false],
    [manager.userId, false],
  ])
  expect(reply.data[1]?.message).toContain('are deja o comandă')
  const status = await server.db
    .selectFrom('driver_status')
    .select('on_shift')
    .where('driver_id', '=', free.driverId)
    .executeTakeFirstOrThrow()
  expect(status.on_shift).toBe(false)
})
