import { call } from '../api/call.ts'
import { rememberUser } from '../api/session.ts'
import { subscribeAgain } from '../realtime/live-socket.ts'
import { useLive } from '../realtime/use-live.ts'

/** What my roles may do in my company has changed: menus and buttons follow at once. */
export function useOwnWords() {
  useLive('permissions_changed', () => {
    void import('@dispecerat/contract/accounts')
      .then(({ whoAmI }) => call(whoAmI))
      .then(({ data }) => rememberUser(data))
      .then(subscribeAgain)
      // The server refuses whatever is no longer his; the next look tells the page too.
      .catch(() => undefined)
  })
}
