import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { leave } from '../api/leave.ts'
import { useSession } from '../api/session.ts'
import { ro } from '../text/ro.ts'
import { loadChunk } from '../ui/load-chunk.ts'
import { knowUser, root } from './app-route.tsx'
import { readLiveParams } from './params/live-params.ts'

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: ro.titles.login },
  validateSearch: (search): { from?: string } => (typeof search.from === 'string' ? { from: search.from } : {}),
  component: lazyRouteComponent(
    loadChunk(() => import('../identity/login/login-screen.tsx')),
    'LoginScreen',
  ),
})

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  beforeLoad: () => {
    leave()
    throw redirect({ to: '/', replace: true })
  },
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  staticData: { title: ro.titles.setUp },
  component: lazyRouteComponent(
    loadChunk(() => import('../identity/login/set-up-screen.tsx')),
    'SetUpScreen',
  ),
})

/** For a logged-in user who must set up the second factor first. */
const twoFactor = createRoute({
  getParentRoute: () => root,
  path: '/two-factor',
  staticData: { title: ro.titles.twoFactor },
  beforeLoad: async ({ location }) => {
    await knowUser(location.href)
    if (!useSession.getState().user?.two_factor.is_required) throw redirect({ to: '/dashboard', replace: true })
  },
  component: lazyRouteComponent(
    loadChunk(() => import('../identity/login/two-factor-screen.tsx')),
    'TwoFactorScreen',
  ),
})

const live = createRoute({
  getParentRoute: () => root,
  path: '/live',
  staticData: { title: ro.titles.live },
  validateSearch: readLiveParams,
  component: lazyRouteComponent(
    loadChunk(() => import('../site/public-map/live-screen.tsx')),
    'LiveScreen',
  ),
})

/** Routes without a login. */
export const publicRoutes = [login, logout, setUp, twoFactor, live] as const
