import type { Permission, Role } from '@dispecerat/domain/permissions'

/** What opens a screen: a word, and for some one of the roles besides. */
export interface Opening {
  may: Permission
  /** For who holds one of these alone. */
  roles?: readonly Role[]
}

export interface Reader {
  permissions: readonly string[]
  roles: readonly Role[]
}

export const MANAGERS: readonly Role[] = ['admin', 'company_admin']

/** Dispatchers read them where an order is worked on; the screens are their managers' (role matrix 4.1). */
export const RULES: Opening = { may: 'search_rules.read', roles: MANAGERS }
export const DISCOUNTS: Opening = { may: 'discounts.read', roles: MANAGERS }

/** Who opens which screen of the room; what is not here opens for all of it. */
export const SCREEN_REACH = {
  '/builder': RULES,
  '/cars': 'cars.edit',
  '/car/$id': 'cars.edit',
  '/devices': 'devices.edit',
  '/device/$id': 'devices.edit',
  '/imports': 'imports.run',
  '/finances': 'finances.read',
  '/finances/sold': 'finances.read',
  '/finances/transfer': 'finances.read',
  '/finances/transfer-discount': 'finances.read',
  '/finances/payments': 'finances.read',
  '/finances/history': 'finances.read',
  '/finances/reports': 'finances.read',
  '/discounts': DISCOUNTS,
  '/discount/$id': DISCOUNTS,
  '/protocol': 'protocol.bill',
  '/protocol/$id': 'protocol.bill',
  '/protocol/invoices': 'protocol.bill',
  '/protocol/invoices/$id': 'protocol.bill',
  '/protocol/billing': 'protocol.bill',
  '/statements': 'protocol_statements.own',
  '/my-clients': 'protocol_clients.own',
  '/incidents': 'incidents.read',
  '/announcements': 'announcements.read',
  '/outbox': 'outbox.read',
  '/outbox/filings': 'outbox.read',
  '/reports/calls': 'calls.report',
  '/companies': 'companies.administer',
  '/content': 'content.edit',
  '/content/$id': 'content.edit',
  '/first-steps': 'company_settings.edit',
  '/settings': 'company_settings.edit',
  '/settings/company': 'company_settings.edit',
  '/settings/partners': 'company_settings.edit',
  '/settings/permissions': 'company_settings.edit',
  '/settings/services': 'services.edit',
  '/settings/tariffs': 'tariffs.edit',
  '/settings/tariffs/$id': 'tariffs.edit',
  '/settings/telephone': 'telephone.administer',
  '/settings/texts': 'company_settings.edit',
  '/settings/texts/$key': 'company_settings.edit',
  '/settings/changes': 'changes.read',
  '/settings/$group': 'company_settings.edit',
} as const satisfies Record<string, Permission | Opening>
export type GuardedAddress = keyof typeof SCREEN_REACH

export function holds(user: Reader, { may, roles }: Opening): boolean {
  return user.permissions.includes(may) && (roles === undefined || user.roles.some((role) => roles.includes(role)))
}

export function mayOpen(user: Reader, address: GuardedAddress): boolean {
  const opening: Permission | Opening = SCREEN_REACH[address]
  return holds(user, typeof opening === 'string' ? { may: opening } : opening)
}
