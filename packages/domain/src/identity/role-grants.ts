import type { Role } from './permissions.ts'

/** Roles each role may grant: never a role above its own. A dispatcher only edits clients' notes. */
const GRANTS: Record<Role, readonly Role[]> = {
  admin: ['admin', 'company_admin', 'dispatcher', 'driver', 'client', 'company'],
  company_admin: ['dispatcher', 'driver', 'client', 'company'],
  dispatcher: [],
  driver: [],
  client: [],
  company: [],
}

/** Roles that a user with these roles may grant and revoke. */
export function grantableRoles(roles: readonly Role[]): Role[] {
  return GRANTS.admin.filter((role) => roles.some((own) => GRANTS[own].includes(role)))
}

/** True when these roles may administer an account that holds `theirs`: only when they may grant each of them. */
export function mayAdminister(roles: readonly Role[], theirs: readonly Role[]): boolean {
  const grantable = grantableRoles(roles)
  return grantable.length > 0 && theirs.every((role) => grantable.includes(role))
}

/** A dispatcher may edit a client's name and notes, nothing else. */
export function mayNote(roles: readonly Role[], theirs: readonly Role[]): boolean {
  return roles.includes('dispatcher') && theirs.every((role) => role === 'client')
}

/** Roles that differ between two sets; the actor must be able to grant each of them. */
export function changedRoles(before: readonly Role[], after: readonly Role[]): Role[] {
  return [...before.filter((role) => !after.includes(role)), ...after.filter((role) => !before.includes(role))]
}

/** The lists of people, /users/{type}. */
export const PEOPLE_TYPES = ['dispatcher', 'driver', 'client', 'company', 'admin'] as const
export type PeopleType = (typeof PEOPLE_TYPES)[number]

/** Roles shown in a list: operators with their managers, administrators with those of companies. */
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

/** True when these roles may open this list. */
export function mayReadPeople(roles: readonly Role[], type: PeopleType): boolean {
  return roles.some((role) => READS[type].includes(role))
}
