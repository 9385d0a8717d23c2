import type { AsyncRouteComponent } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'

type Screen = AsyncRouteComponent<object>

/**
 * One path with a screen per kind of user: dispatchers, a protocol company, users of the app. Each loads only its
 * own.
 */
export function byRole(Dispatcher: Screen, Account: Screen, Mobile: Screen = Dispatcher): Screen {
  const own = () => {
    const permissions = useSession.getState().user?.permissions
    if (permissions === undefined || permissions.includes('statistics.read')) return Dispatcher
    return permissions.includes('protocol_account.own') ? Account : Mobile
  }
  const OwnScreen = () => {
    const Own = own()
    return <Own />
  }
  return Object.assign(OwnScreen, { preload: async () => own().preload?.() })
}
