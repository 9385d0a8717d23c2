import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useMatches,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from './api/api-error.ts'
import { call } from './api/call.ts'
import { leave } from './api/leave.ts'
import { rememberUser, useSession } from './api/session.ts'
import { readMapSearch, readOperatorSearch } from './parts/operator-search.ts'
import { ro } from './text/ro.ts'
import { loadZone } from './ui/load-zone.ts'
import { ServerSilent, ZoneFailed } from './ui/zone-failed.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
  }
  interface Register {
    router: typeof router
  }
}

/** The tab is named after the innermost route that has a name. */
function Root() {
  const title = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  useEffect(() => {
    document.title = title ? `${title} · ${ro.app}` : ro.app
  }, [title])
  return <Outlet />
}

const root = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('./screens/shell/not-found.tsx'), 'NotFound'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { title: ro.titles.login },
  validateSearch: (search): { from?: string } => (typeof search.from === 'string' ? { from: search.from } : {}),
  component: lazyRouteComponent(
    loadZone(() => import('./screens/login/login-screen.tsx')),
    'LoginScreen',
  ),
})
const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  beforeLoad: () => {
    leave()
    throw redirect({ to: '/login', replace: true })
  },
})
const setUp = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  staticData: { title: ro.titles.setUp },
  component: lazyRouteComponent(
    loadZone(() => import('./screens/login/set-up-screen.tsx')),
    'SetUpScreen',
  ),
})
const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard' })
  },
})

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: ({ location }) => {
    if (useSession.getState().token === null) throw redirect({ to: '/login', search: { from: location.href } })
  },
  loader: async ({ location }) => {
    if (useSession.getState().user !== null) return
    try {
      const { whoAmI } = await import('@dispecerat/contract/accounts')
      rememberUser((await call(whoAmI)).data)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401)
        throw redirect({ to: '/login', search: { from: location.href } })
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(
    loadZone(() => import('./screens/shell/shell.tsx')),
    'Shell',
  ),
  errorComponent: ({ error, reset }) =>
    error instanceof ApiError ? <ServerSilent reset={() => retry(reset)} /> : <ZoneFailed />,
})

function retry(reset: () => void) {
  reset()
  void router.invalidate()
}

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  staticData: { title: ro.titles.dashboard },
  component: lazyRouteComponent(
    loadZone(() => import('./screens/dashboard/dashboard-screen.tsx')),
    'DashboardScreen',
  ),
})
const account = createRoute({
  getParentRoute: () => app,
  path: '/settings/account',
  staticData: { title: ro.titles.account },
  component: lazyRouteComponent(
    loadZone(() => import('./screens/account/account-screen.tsx')),
    'AccountScreen',
  ),
})
const operator = createRoute({
  getParentRoute: () => app,
  path: '/operator',
  staticData: { title: ro.titles.operator },
  validateSearch: readOperatorSearch,
  component: lazyRouteComponent(
    loadZone(() => import('./screens/operator/operator-screen.tsx')),
    'OperatorScreen',
  ),
})
const operatorIndex = createRoute({
  getParentRoute: () => operator,
  path: '/',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/operator/order/$id', params: { id: '0' }, search })
  },
})
const order = createRoute({
  getParentRoute: () => operator,
  path: '/order/$id',
  params: {
    parse: ({ id }) => ({ id: /^\d{1,15}$/.test(id) ? id : '0' }),
    stringify: ({ id }) => ({ id }),
  },
  component: lazyRouteComponent(
    loadZone(() => import('./screens/order/order-screen.tsx')),
    'OrderScreen',
  ),
})
const map = createRoute({
  getParentRoute: () => operator,
  path: '/map',
  staticData: { title: ro.titles.map },
  validateSearch: readMapSearch,
  component: lazyRouteComponent(
    loadZone(() => import('./screens/operator/map-screen.tsx')),
    'MapScreen',
  ),
})

export const router = createRouter({
  routeTree: root.addChildren([
    index,
    login,
    logout,
    setUp,
    app.addChildren([dashboard, account, operator.addChildren([operatorIndex, order, map])]),
  ]),
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultErrorComponent: ZoneFailed,
  scrollRestoration: false,
})
