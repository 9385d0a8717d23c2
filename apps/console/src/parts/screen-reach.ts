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

export function holds(user: Reader, { may, roles }: Opening): boolean {
  return user.permissions.includes(may) && (roles === undefined || user.roles.some((role) => roles.includes(role)))
}
