import type { CompanyId } from '../kernel/ids.ts'
/** Roles and permissions. Each endpoint names one permission; the server checks it, and the console evaluates the same function. */
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
  /** Allows any fare change. Dispatchers change fares up to their company's limit. */
  'orders.fare': ['admin', 'company_admin'],
  'orders.history': CONSOLE,
  'orders.rate': [...CONSOLE, 'driver'],
  'statistics.read': CONSOLE,
  'zones.read': [...CONSOLE, 'driver'],
  'zones.edit': ['admin', 'company_admin'],
  'drivers.positions': CONSOLE,
  'calls.take': ['dispatcher'],
  'calls.report': CONSOLE,
  'recordings.listen': CONSOLE,
  'clients.read': CONSOLE,
  'clients.note': CONSOLE,
  'clients.personal_data': ['admin', 'company_admin'],
  'blocked_phones.edit': CONSOLE,
  'addresses.read': [...CONSOLE, 'company', 'client'],
  'addresses.edit': [...CONSOLE, 'company'],
  'saved_addresses.edit': [...CONSOLE, 'company', 'client'],
  'services.read': EVERYONE,
  'search_rules.read': CONSOLE,
  'search_rules.edit': ['admin', 'company_admin'],
  'users.read': CONSOLE,
  'users.ban': CONSOLE,
  'users.edit': CONSOLE,
  'users.administer': ['admin', 'company_admin'],
  'changes.read': ['admin', 'company_admin'],
  'messages.read': CONSOLE,
  'messages.send': CONSOLE,
  'messages.to_clients': ['admin', 'company_admin'],
  'announcements.read': CONSOLE,
  'announcements.edit': ['admin', 'company_admin'],
  'incidents.read': CONSOLE,
  'incidents.work': CONSOLE,
  'outbox.read': ['admin', 'company_admin'],
  'outbox.addresses': ['admin'],
  'priorities.edit': CONSOLE,
  'finances.read': ['admin', 'company_admin'],
  'finances.edit': ['admin', 'company_admin'],
  'discounts.read': CONSOLE,
  'discounts.edit': ['admin', 'company_admin'],
  'protocol.bill': ['admin', 'company_admin'],
  'protocol_statements.own': ['company'],
  'protocol_clients.own': ['company'],
  'protocol_messages.own': ['company'],
  'tariffs.read': CONSOLE,
  'tariffs.edit': ['admin', 'company_admin'],
  'telephone.administer': ['admin', 'company_admin'],
  'telephone.grant': ['admin'],
  'services.edit': ['admin', 'company_admin'],
  'company_settings.edit': ['admin', 'company_admin'],
  'companies.administer': ['admin'],
  'content.edit': ['admin'],
  'reports.read': ['admin', 'company_admin'],
  'report_tokens.make': ['admin', 'company_admin'],
  'cars.edit': ['admin', 'company_admin'],
  'devices.edit': ['admin', 'company_admin'],
  'imports.run': ['admin', 'company_admin'],
  'driver.work': ['driver'],
  'protocol_account.own': ['company'],
  'protocol_account.edit': ['company'],
  'simulator.use': ['admin', 'company_admin'],
  /** Granted by the session that a client of one company opens with a code; no role grants it. */
  'client_app.own': [],
} as const satisfies Record<string, readonly Role[]>
export type Permission = keyof typeof HOLDERS

/** Permissions a company revokes from its roles: 'dispatcher users.ban'. This narrows what the roles grant and never adds. */
export type Revoked = readonly string[]
/** Company → permissions it revokes from its roles. */
export type RevokedBy = ReadonlyMap<CompanyId, Revoked>
const NOTHING_REVOKED: Revoked = []

export function rolesMay(roles: readonly Role[], permission: Permission, revoked = NOTHING_REVOKED): boolean {
  const holders: readonly Role[] = HOLDERS[permission]
  return roles.some((role) => holders.includes(role) && !isRevoked(role, permission, revoked))
}

export function permissionsOf(roles: readonly Role[], revoked = NOTHING_REVOKED): Permission[] {
  return PERMISSIONS.filter((word) => rolesMay(roles, word, revoked))
}

export const PERMISSIONS = Object.keys(HOLDERS) as Permission[]

/** Roles from which a company may revoke permissions. */
export const NARROWED_ROLES = ['company_admin', 'dispatcher', 'company'] as const satisfies readonly Role[]
export type NarrowedRole = (typeof NARROWED_ROLES)[number]

/** Permissions that cannot be revoked: without them a role's own screens would not open. */
const IRREVOCABLE: readonly Permission[] = [
  'session.own',
  'statistics.read',
  'services.read',
  'zones.read',
  'orders.read',
  'driver.work',
  'protocol_account.own',
  'company_settings.edit',
]

/** Permissions that a company may revoke from a role. */
export function revocablePermissions(role: NarrowedRole): Permission[] {
  return PERMISSIONS.filter((word) => rolesMay([role], word) && !IRREVOCABLE.includes(word))
}

export function revokedPermission(role: NarrowedRole, word: Permission): string {
  return `${role} ${word}`
}

/** Platform administrators cannot be narrowed, and permissions a role cannot work without are never revoked. */
function isRevoked(role: Role, word: Permission, revoked: Revoked): boolean {
  return role !== 'admin' && revoked.includes(`${role} ${word}`) && !IRREVOCABLE.includes(word)
}

/** True when the role works in its company and sees its rows; an account and a client see only their own. */
export function worksInCompany(role: Role): boolean {
  return role !== 'company' && role !== 'client'
}

/** Administrators see every company; everybody else the companies they belong to. */
export function seesEveryCompany(roles: readonly Role[]): boolean {
  return roles.includes('admin')
}
