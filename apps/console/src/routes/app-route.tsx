import { createRootRoute, createRoute, lazyRouteComponent, redirect, useRouter } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { request } from '../api/request.ts'
import { rememberUser, useSession } from '../api/session.ts'
import { ChunkFailed, ServerSilent } from '../ui/chunk-failed.tsx'
import { loadChunk } from '../ui/load-chunk.ts'
import { byRole } from './by-role.tsx'
import { NoPage } from './only-for.tsx'
import { readShellParams } from './params/shell-params.ts'
import { Root } from './root.tsx'

export const root = createRootRoute({
  component: Root,
  notFoundComponent: NoPage,
})

/** Loads the logged-in user once; redirects to /login when there is none. */
export async function knowUser(from: string): Promise<void> {
  const toLogin = () => redirect({ to: '/login', search: { from } })
  if (useSession.getState().token === null) throw toLogin()
  if (useSession.getState().user !== null) return
  try {
    const { whoAmI } = await import('@dispecerat/contract/identity/accounts')
    rememberUser((await request(whoAmI)).data)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw toLogin()
    throw error
  }
}

/** An administrator's account opens no other page once its grace period for the second factor is over. */
function demandTwoFactor(): void {
  if (useSession.getState().user?.two_factor.is_required) throw redirect({ to: '/two-factor', replace: true })
}

/** Parent of all routes that require a login; the frame depends on the role. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  validateSearch: readShellParams,
  beforeLoad: ({ location }) => {
    if (useSession.getState().token === null) throw redirect({ to: '/login', search: { from: location.href } })
    demandTwoFactor()
  },
  loader: async ({ location }) => {
    await knowUser(location.href)
    demandTwoFactor()
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: byRole(
    lazyRouteComponent(
      loadChunk(() => import('../shell/shell.tsx')),
      'Shell',
    ),
    lazyRouteComponent(
      loadChunk(() => import('../shell/account-shell.tsx')),
      'AccountShell',
    ),
    lazyRouteComponent(
      loadChunk(() => import('../shell/mobile-only-shell.tsx')),
      'MobileOnlyShell',
    ),
  ),
  errorComponent: ({ error, reset }) =>
    error instanceof ApiError ? <ServerTriedAgain reset={reset} /> : <ChunkFailed />,
})

function ServerTriedAgain({ reset }: { reset: () => void }) {
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  return <ServerSilent reset={again} />
}
