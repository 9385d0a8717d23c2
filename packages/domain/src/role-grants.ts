import type { Role } from './permissions.ts'

/** Nobody grants a role above his own. A dispatcher only notes who a client is. */
const GRANTS: Record<Role, readonly Role[]> = {
  admin: ['admin', 'company_admin', 'dispatcher', 'driver', 'client', 'company'],
  company_admin: ['dispatcher', 'driver', 'client', 'company'],
  dispatcher: [],
  driver: [],
  client: [],
  company: [],
}

/** The roles somebody with these may give and take. */
export function grantableRoles(roles: readonly Role[]): Role[] {
  return GRANTS.admin.filter((role) => roles.some((own) => GRANTS[own].includes(role)))
}

/** May these roles administer an account that holds those? Only when they may grant each of them. */
export function mayAdminister(roles: readonly Role[], theirs: readonly Role[]): boolean {
  const grantable = grantableRoles(roles)
  return grantable.length > 0 && theirs.every((role) => grantable.includes(role))
}

/** A dispatcher writes down a client's name and what to know of him, nothing else. */
export function mayNote(roles: readonly Role[], theirs: readonly Role[]): boolean {
  return roles.includes('dispatcher') && theirs.every((role) => role === 'client')
}

/** Roles that are given or taken between two sets; each must be grantable by who does it. */
export function changedRoles(before: readonly Role[], after: readonly Role[]): Role[] {
  return [...before.filter((role) => !after.includes(role)), ...after.filter((role) => !before.includes(role))]
}

/** The lists of people, /users/{type}. */
export const PEOPLE_TYPES = ['dispatcher', 'driver', 'client', 'company', 'admin'] as const
export type PeopleType = (typeof PEOPLE_TYPES)[number]

/** Who stands in a list: operators with their managers, administrators with those of companies. */
export const ROLES_OF_TYPE: Record<PeopleType, readonly Role[]> = {
  dispatcher: ['dispatcher', 'company_admin'],
  driver: ['driver'],
  client: ['client'],
  company: ['company'],
  admin: ['admin', 'company_admin'],
}

const READS: Record<PeopleType, readonly Role[]> = {
  dispatcher: ['admin', 'company_admin'],
  driver: ['admin', 'company_admin', 'dispatcher'],
  client: ['admin', 'company_admin', 'dispatcher'],
  company: ['admin', 'company_admin'],
  admin: ['admin'],
}

/** Role matrix §4.1: who opens which list. */
export function mayReadPeople(roles: readonly Role[], type: PeopleType): boolean {
  return roles.some((role) => READS[type].includes(role))
}
