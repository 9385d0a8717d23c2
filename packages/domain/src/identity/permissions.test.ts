import { expect, test } from 'vitest'
import { NARROWED_ROLES, permissionsOf, revocablePermissions, revokedPermission, rolesMay } from './permissions.ts'

test('only owning roles may change the search rules', () => {
  expect(rolesMay(['dispatcher'], 'search_rules.edit')).toBe(false)
  expect(rolesMay(['company_admin'], 'search_rules.edit')).toBe(true)
})

test("a driver works, and does not read other users' orders", () => {
  expect(rolesMay(['driver'], 'driver.work')).toBe(true)
  expect(rolesMay(['driver'], 'orders.read')).toBe(false)
  expect(rolesMay(['admin'], 'driver.work')).toBe(false)
})

test('the permissions of several roles add up', () => {
  const permissions = permissionsOf(['driver', 'dispatcher'])
  expect(permissions).toContain('driver.work')
  expect(permissions).toContain('orders.place')
})

test('a protocol company orders and reads its own orders, without dispatcher permissions', () => {
  const permissions = permissionsOf(['company'])
  expect(permissions).toEqual(
    expect.arrayContaining(['orders.read', 'orders.place', 'orders.cancel', 'protocol_account.own']),
  )
  for (const dispatchers of [
    'statistics.read',
    'orders.dispatch',
    'orders.history',
    'clients.read',
    'drivers.positions',
  ] as const)
    expect(permissions).not.toContain(dispatchers)
  expect(permissionsOf(['dispatcher', 'admin'])).not.toContain('protocol_account.own')
})

test('a user without roles has no permissions', () => {
  expect(permissionsOf([])).toEqual([])
})

test('a company revokes a permission from one role only: another role of the same user still grants it', () => {
  const revoked = [revokedPermission('dispatcher', 'users.ban')]
  expect(rolesMay(['dispatcher'], 'users.ban', revoked)).toBe(false)
  expect(rolesMay(['dispatcher'], 'calls.take', revoked)).toBe(true)
  expect(rolesMay(['dispatcher', 'company_admin'], 'users.ban', revoked)).toBe(true)
  expect(permissionsOf(['dispatcher'], revoked)).not.toContain('users.ban')
})

test('revoking never adds permissions, never affects platform administrators, and leaves each role its own screens', () => {
  const everything = NARROWED_ROLES.flatMap((role) =>
    permissionsOf([role, 'admin', 'driver']).map((word) => revokedPermission(role, word)),
  )
  for (const role of NARROWED_ROLES) {
    const left = permissionsOf([role], everything)
    expect(left).toEqual(permissionsOf([role]).filter((word) => !revocablePermissions(role).includes(word)))
    expect(left).toEqual(expect.arrayContaining(['session.own', 'orders.read']))
    expect(permissionsOf([role, 'admin'], everything)).toEqual(expect.arrayContaining(permissionsOf(['admin'])))
  }
  expect(
    permissionsOf(
      ['admin'],
      everything.map((line) => line.replace(/^\w+/, 'admin')),
    ),
  ).toEqual(permissionsOf(['admin']))
})
