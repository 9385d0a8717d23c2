import fs from 'node:fs'
import path from 'node:path'
import {
  type Permission,
  permissionsOf,
  ROLES,
  type Role,
  revokedPermission,
} from '@dispecerat/domain/identity/permissions'
import { mayReadPeople, PEOPLE_TYPES, type PeopleType } from '@dispecerat/domain/identity/role-grants'
import { expect, test } from 'vitest'
import { DISCOUNTS, holds, type Opening, RULES } from '../shared/user/screen-reach.ts'
import { isOfAccount } from '../shell/account-addresses.ts'
import { isGroup, menusOf, OFFICE_MENUS } from '../shell/office-menus.ts'

/** Every screen that requires a login: its path, and the guard of its route as written in the file. */
const screens = fs
  .readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('-routes.tsx'))
  .flatMap((name) => fs.readFileSync(path.join(import.meta.dirname, name), 'utf8').split(/^const /m))
  .filter((piece) => piece.includes('getParentRoute: () => app,'))
  .map((piece) => ({
    address: /\bpath: '([^']+)',/.exec(piece)?.[1] ?? '',
    permission: /only(?:For|Where)\(\s*('[^']+'|\w+|\()/.exec(piece)?.[1],
  }))

const NAMED: Readonly<Record<string, Opening>> = { RULES, DISCOUNTS }

function openingOf(address: string): Opening | undefined {
  const permission = screens.find((screen) => screen.address === address)?.permission
  if (permission === undefined || permission === '(') return undefined
  return NAMED[permission] ?? { may: permission.replaceAll("'", '') as Permission }
}

/** Screens that check the permission themselves and give the reason. */
const CLOSED_BY_THEMSELVES = {
  '/settings/polygons': 'zones.edit',
  '/simulator': 'simulator.use',
  '/simulator/callers': 'simulator.use',
  '/reports/drivers': 'reports.read',
} as const
/** Open to every dispatcher. */
const DISPATCHER_ADDRESSES = [
  '/dashboard',
  '/operator/map',
  '/operator/order/0',
  '/operator/v2/order/0',
  '/delivery/order/0',
  '/orders/all',
  '/reports',
  '/reports/orders',
  '/settings/account',
]

/** Applies the frame of a role and the screen's own guard. */
function opens(role: Role, address: string): boolean {
  const user = { roles: [role], permissions: permissionsOf([role]) }
  const has = (word: string) => user.permissions.some((one) => one === word)
  if (!has('statistics.read') && !has('protocol_account.own')) return address === '/settings/account'
  if (!has('statistics.read') && !isOfAccount(address, address.startsWith('/delivery'))) return false
  const opening = openingOf(address)
  if (opening) return holds(user, opening)
  if (address in CLOSED_BY_THEMSELVES) return has(CLOSED_BY_THEMSELVES[address as keyof typeof CLOSED_BY_THEMSELVES])
  const list = /^\/users?\/(?:\$id\/)?(\w+)$/.exec(address)?.[1]
  if (list !== undefined && PEOPLE_TYPES.some((type) => type === list)) return mayReadPeople([role], list as PeopleType)
  if (DISPATCHER_ADDRESSES.includes(address)) return true
  throw new Error(`nobody says who opens ${address}`)
}

const EVERYBODY: readonly Role[] = ROLES
const ADMIN: readonly Role[] = ['admin']
const MANAGERS: readonly Role[] = ['admin', 'company_admin']
const DISPATCHERS: readonly Role[] = ['admin', 'company_admin', 'dispatcher']
const DISPATCHERS_AND_ACCOUNTS: readonly Role[] = [...DISPATCHERS, 'company']

/**
 * The roles that may open each path. An account's own dashboard and report are its order form and its order list, to
 * which its frame leads.
 */
const MATRIX: readonly (readonly [readonly Role[], readonly string[]])[] = [
  [DISPATCHERS, ['/dashboard', '/operator/map']],
  [DISPATCHERS_AND_ACCOUNTS, ['/operator/order/0', '/operator/v2/order/0', '/delivery/order/0', '/orders/all']],
  [DISPATCHERS, ['/users/driver', '/users/client', '/user/$id/driver', '/user/$id/client']],
  [MANAGERS, ['/users/dispatcher', '/users/company', '/user/$id/dispatcher', '/user/$id/company']],
  [ADMIN, ['/users/admin', '/user/$id/admin']],
  [MANAGERS, ['/cars', '/car/$id', '/devices', '/device/$id']],
  [MANAGERS, ['/finances', '/finances/sold', '/finances/transfer', '/finances/transfer-discount']],
  [MANAGERS, ['/finances/payments', '/finances/history', '/finances/reports']],
  [MANAGERS, ['/discounts', '/discount/$id']],
  [MANAGERS, ['/outbox', '/outbox/filings']],
  [MANAGERS, ['/settings', '/settings/$group', '/settings/polygons', '/builder']],
  [EVERYBODY, ['/settings/account']],
  [ADMIN, ['/content', '/content/$id']],
  [DISPATCHERS, ['/reports', '/reports/orders', '/reports/calls']],
  [DISPATCHERS, ['/incidents', '/announcements']],
  [MANAGERS, ['/reports/drivers']],
  [MANAGERS, ['/simulator', '/simulator/callers']],
]

test.each(MATRIX.flatMap(([roles, addresses]) => addresses.map((address) => [address, roles] as const)))(
  '%s opens for exactly the roles of the matrix: %s',
  (address, roles) => {
    expect(ROLES.filter((role) => opens(role, address))).toEqual(ROLES.filter((role) => roles.includes(role)))
  },
)

test('an account stays in the workspace of its package', () => {
  expect(['/operator', '/operator/v2', '/operator/order/7'].filter((at) => isOfAccount(at, true))).toEqual([])
  expect(['/delivery', '/delivery/order/7'].filter((at) => isOfAccount(at, false))).toEqual([])
  expect(['/operator/map', '/operator/v2/map', '/operator/scheduled'].filter((at) => isOfAccount(at, false))).toEqual(
    [],
  )
})

test('a screen without a guard is open to every dispatcher, or checks the permission itself', () => {
  expect(screens.length).toBeGreaterThan(50)
  expect(
    screens
      .filter(({ permission }) => permission === undefined)
      .map(({ address }) => address)
      .toSorted(),
  ).toEqual([
    '/dashboard',
    '/delivery',
    '/operator',
    '/operator/v2',
    '/orders/$type',
    '/reports',
    '/reports/$report',
    '/reports/heat',
    '/reports/orders',
    '/settings/account',
    '/settings/polygons',
    '/simulator',
    '/simulator/callers',
  ])
})

test.each([
  ['/incidents', 'incidents.read'],
  ['/announcements', 'announcements.read'],
  ['/reports/calls', 'calls.report'],
] as const)('%s is not found for a dispatcher whose company has revoked the permission', (address, word) => {
  const opening = openingOf(address)
  const narrowed = permissionsOf(['dispatcher'], [revokedPermission('dispatcher', word)])
  expect(opening).toEqual({ may: word })
  expect(holds({ roles: ['dispatcher'], permissions: narrowed }, opening as Opening)).toBe(false)
})

test.each<Role>(['admin', 'company_admin', 'dispatcher'])('the menu of role %s has what that role may open', (role) => {
  const user = { roles: [role], permissions: permissionsOf([role]) }
  const addressesOf = (items: typeof OFFICE_MENUS) =>
    items.flatMap((item) => (isGroup(item) ? item.entries : [item])).map(({ to }) => to)
  const shown = addressesOf(menusOf(user))
  const guarded = addressesOf(OFFICE_MENUS).filter((to) => openingOf(to) !== undefined)
  expect(guarded.length).toBeGreaterThan(15)
  expect(guarded.filter((to) => opens(role, to))).toEqual(guarded.filter((to) => shown.includes(to)))
})
