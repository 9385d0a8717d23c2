import { mayReadPeople } from '@dispecerat/domain/identity/role-grants'
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import type { Reader } from '../shared/user/screen-reach.ts'
import { ro } from '../text/ro.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { app, root } from './app-route.tsx'
import { onlyWhere } from './only-for.tsx'
import { isPeopleType, readPeopleParams } from './params/people-params.ts'
import { requireIdOrNew } from './require-id.ts'

/** An unknown list is not found. */
function requireList(type: string): void {
  if (!isPeopleType(type)) throw notFound()
}

/** Neither is a list that this user may not read. */
function mayReadList({ roles, permissions }: Reader, type: string | undefined): boolean {
  return permissions.includes('users.read') && type !== undefined && isPeopleType(type) && mayReadPeople(roles, type)
}

const people = createRoute({
  getParentRoute: () => app,
  path: '/users/$type',
  staticData: { title: ro.titles.people },
  validateSearch: readPeopleParams,
  beforeLoad: ({ params }) => requireList(params.type),
  component: onlyWhere(
    (user, { type }) => mayReadList(user, type),
    lazyRouteComponent(
      loadChunk(() => import('../office/people/people-screen.tsx')),
      'PeopleScreen',
    ),
  ),
})

const person = createRoute({
  getParentRoute: () => app,
  path: '/user/$id/$role',
  staticData: { title: ro.titles.person },
  beforeLoad: ({ params }) => {
    requireList(params.role)
    requireIdOrNew(params.id)
  },
  component: onlyWhere(
    (user, { role }) => mayReadList(user, role),
    lazyRouteComponent(
      loadChunk(() => import('../office/people/person/person-screen.tsx')),
      'PersonScreen',
    ),
  ),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  staticData: { title: ro.titles.resetPassword },
  component: lazyRouteComponent(
    loadChunk(() => import('../identity/login/reset-screen.tsx')),
    'ResetScreen',
  ),
})

/** Resetting a password, without a login. */
export const passwordRoutes = [resetPassword] as const

/** Lists of people and the page of each. */
export const peopleRoutes = [people, person] as const
