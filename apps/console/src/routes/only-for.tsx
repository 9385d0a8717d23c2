import type { LoggedUser } from '@dispecerat/contract/identity/accounts'
import type { Permission } from '@dispecerat/domain/identity/permissions'
import { type AsyncRouteComponent, lazyRouteComponent, useParams } from '@tanstack/react-router'
import { useUser } from '../api/session.ts'
import { holds, type Opening } from '../shared/user/screen-reach.ts'

type Screen = AsyncRouteComponent<object>
type Params = Readonly<Record<string, string | undefined>>

export const NoPage: Screen = lazyRouteComponent(() => import('../shell/not-found.tsx'), 'NotFound')

/** A page that the user may not open is shown as not found, whether opened by a link or by its URL. */
export function onlyFor(opening: Permission | Opening, Own: Screen): Screen {
  return onlyWhere((user) => holds(user, typeof opening === 'string' ? { may: opening } : opening), Own)
}

/** Checked when the screen renders: by then the user is loaded, after a reload too. */
export function onlyWhere(may: (user: LoggedUser, params: Params) => boolean, Own: Screen): Screen {
  const Guarded = () => {
    const Shown = may(useUser(), useParams({ strict: false })) ? Own : NoPage
    return <Shown />
  }
  return Object.assign(Guarded, { preload: async () => Own.preload?.() })
}
