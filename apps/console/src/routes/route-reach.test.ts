import fs from 'node:fs'
import path from 'node:path'
import { permissionsOf, ROLES, type Role } from '@dispecerat/domain/permissions'
import { mayReadPeople, PEOPLE_TYPES, type PeopleType } from '@dispecerat/domain/role-grants'
import { expect, test } from 'vitest'
import { type GuardedAddress, mayOpen, SCREEN_REACH } from '../parts/screen-reach.ts'
import { isOfAccount } from '../screens/shell/account-addresses.ts'

/** Screens that close themselves, with a sentence why. */
const CLOSED_BY_THEMSELVES = {
  '/settings/polygons': 'zones.edit',
  '/simulator': 'simulator.use',
  '/simulator/callers': 'simulator.use',
  '/reports/drivers': 'reports.read',
} as const
/** Open to the whole room. */
const OF_THE_ROOM = [
  ...['/dashboard', '/operator/map', '/operator/order/0', '/operator/v2/order/0', '/delivery/order/0'],
  ...['/orders/all', '/reports', '/reports/orders', '/settings/account'],
]

/** What the frame of a role and the screen's own guard say together. */
function opens(role: Role, address: string): boolean {
  const user = { roles: [role], permissions: permissionsOf([role]) }
  const has = (word: string) => user.permissions.some((one) => one === word)
  if (!has('statistics.read') && !has('protocol_account.own')) return address === '/settings/account'
  if (!has('statistics.read') && !isOfAccount(address, address.startsWith('/delivery'))) return false
  if (address in SCREEN_REACH) return mayOpen(user, address as GuardedAddress)
  if (address in CLOSED_BY_THEMSELVES) return has(CLOSED_BY_THEMSELVES[address as keyof typeof CLOSED_BY_THEMSELVES])
  const list = /^\/users?\/(?:\$id\/)?(\w+)$/.exec(address)?.[1]
  if (list !== undefined && PEOPLE_TYPES.some((type) => type === list)) return mayReadPeople([role], list as PeopleType)
  if (OF_THE_ROOM.includes(address)) return true
  throw new Error(`nobody says who opens ${address}`)
}

const EVERYBODY: readonly Role[] = ROLES
const ADMIN: readonly Role[] = ['admin']
const MANAGERS: readonly Role[] = ['admin', 'company_admin']
const ROOM: readonly Role[] = ['admin', 'company_admin', 'dispatcher']
const ROOM_AND_ACCOUNTS: readonly Role[] = [...ROOM, 'company']

/** Role matrix 4.1, row by row. An account's own dashboard and report are its desk and its book, where its frame leads it. */
const MATRIX: readonly (readonly [readonly Role[], readonly string[]])[] = [
  [ROOM, ['/dashboard', '/operator/map']],
  [ROOM_AND_ACCOUNTS, ['/operator/order/0', '/operator/v2/order/0', '/delivery/order/0', '/orders/all']],
  [ROOM, ['/users/driver', '/users/client', '/user/$id/driver', '/user/$id/client']],
  [MANAGERS, ['/users/dispatcher', '/users/company', '/user/$id/dispatcher', '/user/$id/company']],
  [ADMIN, ['/users/admin', '/user/$id/admin']],
  [MANAGERS, ['/cars', '/car/$id', '/devices', '/device/$id']],
  [MANAGERS, ['/finances', '/finances/sold', '/finances/transfer', '/finances/transfer-discount']],
  [MANAGERS, ['/finances/payments', '/finances/history', '/finances/reports']],
  [MANAGERS, ['/discounts', '/discount/$id']],
  [MANAGERS, ['/settings', '/settings/$group', '/settings/polygons', '/builder']],
  [EVERYBODY, ['/settings/account']],
  [ADMIN, ['/content', '/content/$id']],
  [ROOM, ['/reports', '/reports/orders']],
  [MANAGERS, ['/reports/drivers']],
  [MANAGERS, ['/simulator', '/simulator/callers']],
]

test.each(MATRIX.flatMap(([roles, addresses]) => addresses.map((address) => [address, roles] as const)))(
  '%s opens, by the role matrix, for %s',
  (address, roles) => {
    expect(ROLES.filter((role) => opens(role, address))).toEqual(ROLES.filter((role) => roles.includes(role)))
  },
)

test('an account stays at the desk of its package', () => {
  expect(['/operator', '/operator/v2', '/operator/order/7'].filter((at) => isOfAccount(at, true))).toEqual([])
  expect(['/delivery', '/delivery/order/7'].filter((at) => isOfAccount(at, false))).toEqual([])
  expect(['/operator/map', '/operator/v2/map', '/operator/scheduled'].filter((at) => isOfAccount(at, false))).toEqual(
    [],
  )
})

test('every guarded screen asks at its own address', () => {
  const files = fs.readdirSync(import.meta.dirname).filter((name) => name.endsWith('-routes.tsx'))
  const sources = files.map((name) => fs.readFileSync(path.join(import.meta.dirname, name), 'utf8'))
  const asked = sources
    .flatMap((source) => source.split(/^const /m))
    .flatMap((piece) => {
      const [, guard] = /onlyFor\(\s*'([^']+)'/.exec(piece) ?? []
      return guard === undefined ? [] : [{ guard, address: /\bpath: '([^']+)',/.exec(piece)?.[1] }]
    })
  expect(asked.filter(({ guard, address }) => guard !== address)).toEqual([])
  expect(asked.map(({ guard }) => guard).toSorted()).toEqual(Object.keys(SCREEN_REACH).toSorted())
})
