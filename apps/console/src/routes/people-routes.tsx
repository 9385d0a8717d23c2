import { mayReadPeople } from '@dispecerat/domain/role-grants'
import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { isPeopleType, readPeopleSearch } from '../parts/people-search.ts'
import { ro } from '../text/ro.ts'
import { loadZone } from '../ui/load-zone.ts'
import { app, root } from './app-route.tsx'

/** A list that is not there, or not for this person, is no page (GAP-07). */
function requireList(type: string): void {
  const { user } = useSession.getState()
  if (!isPeopleType(type) || (user && !mayReadPeople(user.roles, type))) throw notFound()
}

const people = createRoute({
  getParentRoute: () => app,
  path: '/users/$type',
  staticData: { title: ro.titles.people },
  validateSearch: readPeopleSearch,
  beforeLoad: ({ params }) => requireList(params.type),
  component: lazyRouteComponent(
    loadZone(() => import('../screens/people/people-screen.tsx')),
    'PeopleScreen',
  ),
})

const person = createRoute({
  getParentRoute: () => app,
  path: '/user/$id/$role',
  staticData: { title: ro.titles.person },
  beforeLoad: ({ params }) => {
    requireList(params.role)
    if (params.id !== 'new' && !/^\d{1,15}$/.test(params.id)) throw notFound()
  },
  component: lazyRouteComponent(
    loadZone(() => import('../screens/people/person-screen.tsx')),
    'PersonScreen',
  ),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  staticData: { title: ro.titles.resetPassword },
  component: lazyRouteComponent(
    loadZone(() => import('../screens/login/reset-screen.tsx')),
    'ResetScreen',
  ),
})

/** A new password, for who is not logged in. */
export const passwordRoutes = [resetPassword] as const

/** Lists of people and the page of each. */
export const peopleRoutes = [people, person] as const
