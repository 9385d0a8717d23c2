import type { LoggedUser } from '@dispecerat/contract/identity/accounts'
import { permissionsOf, type Role, seesEveryCompany } from '@dispecerat/domain/identity/permissions'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { endSession, startSession } from '../api/session.ts'
import { NoPage } from '../routes/only-for.tsx'
import { readShellParams } from '../routes/params/shell-params.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm.tsx'
import { theme } from '../ui/theme.ts'

const OTHER_SCREEN = '/other-screen'

// React's development build logs an error when this page suspends in a route that is already drawn.
await NoPage.preload?.()

interface Options {
  role?: Role
  /** Permissions that the user's company has revoked from the role. */
  without?: readonly string[]
}

/** Renders a component. The result presses keys and types like a user, without delays. */
export function renderPart(part: ReactNode, { role = 'dispatcher', without = [] }: Options = {}) {
  startSession('token', aUser(role, without))
  onTestFinished(() => {
    cleanup()
    queryClient.clear()
    endSession()
    localStorage.clear()
    sessionStorage.clear()
  })
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <Notifications />
        {part}
        <ConfirmDialog />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return userEvent.setup({ delay: null })
}

interface ScreenOptions extends Options {
  /** Renders only this component, with the URL of the whole screen. */
  only?: RouteComponent
}

/** Renders the screen at a URL through its own route; the frame is replaced by a link to another screen. */
export function renderScreen(address: string, routes: readonly AnyRoute[], { only, ...options }: ScreenOptions = {}) {
  const root = createRootRoute({ notFoundComponent: NoPage })
  const app = createRoute({
    getParentRoute: () => root,
    id: 'app',
    validateSearch: readShellParams,
    component: () => (
      <>
        <nav aria-label="Meniu principal">
          <Link to={OTHER_SCREEN as never}>Alt ecran</Link>
        </nav>
        <Outlet />
      </>
    ),
  })
  const screens = routes.map((route) => copyUnder(app as never, route, only))
  const other = createRoute({ getParentRoute: () => app, path: OTHER_SCREEN, component: () => <h1>Alt ecran</h1> })
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren([...screens, other] as never)] as never) as unknown as AnyRoute,
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  const user = renderPart(<RouterProvider router={router as never} />, options)
  /** The URL in the browser's address bar. */
  const shownAddress = () => decodeURIComponent(router.state.location.href)
  return { user, router, shownAddress }
}

function copyUnder(parent: AnyRoute, { options, children }: AnyRoute, only: RouteComponent | undefined): AnyRoute {
  const inner: AnyRoute[] = Object.values(children ?? {})
  const component = only && (inner.length > 0 ? Outlet : only)
  const copy: AnyRoute = createRoute({
    ...options,
    getParentRoute: () => parent,
    ...(only ? { component } : {}),
  } as never)
  return inner.length === 0 ? copy : copy.addChildren(inner.map((one) => copyUnder(copy, one, only)))
}

function aUser(role: Role, without: readonly string[]): LoggedUser {
  return {
    id: 7,
    name: 'Maria Pop',
    email: 'maria@demo.ro',
    phone: null,
    language: 'ro',
    photo_url: null,
    roles: [role],
    permissions: permissionsOf([role]).filter((permission) => !without.includes(permission)),
    /* Users who see every company belong to none. */
    companies: seesEveryCompany([role])
      ? []
      : [{ id: 1, name: 'Taxi Demo', package_id: 1, type: 'taxi', lat: 45.65, lng: 25.6 }],
    ring: { sound: 'sound', line_answer: 'simple' },
    map: { lat: 45.65, lng: 25.6, zoom: 12 },
    two_factor: { is_on: false, required_from: null, is_required: false },
  }
}
