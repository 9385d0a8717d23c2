import type { Permission, Role } from '@dispecerat/domain/identity/permissions'

/** Requirements of a screen: a permission and, for some, one of the roles. */
export interface Opening {
  may: Permission
  /** Only for users with one of these roles. */
  roles?: readonly Role[]
}

export interface Reader {
  permissions: readonly string[]
  roles: readonly Role[]
}

export const MANAGERS: readonly Role[] = ['admin', 'company_admin']

/** Dispatchers read them inside an order; the screens are for managers only. */
export const RULES: Opening = { may: 'search_rules.read', roles: MANAGERS }
export const DISCOUNTS: Opening = { may: 'discounts.read', roles: MANAGERS }

export function holds(user: Reader, { may, roles }: Opening): boolean {
  return user.permissions.includes(may) && (roles === undefined || user.roles.some((role) => roles.includes(role)))
}
