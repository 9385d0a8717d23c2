/** Who may do what, as words. Each endpoint names one word; the server checks it, the console asks the same (role matrix §4). */
export const ROLES = ['admin', 'company_admin', 'dispatcher', 'driver', 'client', 'company'] as const
export type Role = (typeof ROLES)[number]

const CONSOLE: readonly Role[] = ['admin', 'company_admin', 'dispatcher']
const EVERYONE: readonly Role[] = ROLES

const HOLDERS = {
  'session.own': EVERYONE,
  'orders.read': [...CONSOLE, 'company'],
  'orders.place': [...CONSOLE, 'company'],
  'orders.edit': [...CONSOLE, 'company'],
  'orders.cancel': [...CONSOLE, 'company'],
  'orders.retry': CONSOLE,
  'orders.dispatch': CONSOLE,
  'orders.history': CONSOLE,
  'statistics.read': CONSOLE,
  'zones.read': [...CONSOLE, 'driver'],
  'zones.edit': ['admin', 'company_admin'],
  'drivers.positions': CONSOLE,
  'clients.read': CONSOLE,
  'clients.note': CONSOLE,
  'blocked_phones.edit': CONSOLE,
  'addresses.read': [...CONSOLE, 'company', 'client'],
  'addresses.edit': [...CONSOLE, 'company'],
  'services.read': EVERYONE,
  'search_rules.read': CONSOLE,
  'search_rules.edit': ['admin', 'company_admin'],
  'users.read': CONSOLE,
  'driver.work': ['driver'],
} as const satisfies Record<string, readonly Role[]>
export type Permission = keyof typeof HOLDERS

export function rolesMay(roles: readonly Role[], permission: Permission): boolean {
  const holders: readonly Role[] = HOLDERS[permission]
  return roles.some((role) => holders.includes(role))
}

export function permissionsOf(roles: readonly Role[]): Permission[] {
  return (Object.keys(HOLDERS) as Permission[]).filter((word) => rolesMay(roles, word))
}

/** Admins see every company; everybody else the companies they belong to (GAP-39). */
export function seesEveryCompany(roles: readonly Role[]): boolean {
  return roles.includes('admin')
}
