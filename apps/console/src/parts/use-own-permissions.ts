import { request } from '../api/request.ts'
import { rememberUser } from '../api/session.ts'
import { subscribeAgain } from '../realtime/live-socket.ts'
import { useLive } from '../realtime/use-live.ts'

/** What my roles may do in my company has changed, or how it rings by itself: menus, buttons and sounds follow at once. */
export function useOwnPermissions() {
  useLive('permissions_changed', () => {
    void readMyself()
      .then(subscribeAgain)
      // The server refuses whatever is no longer his; the next look tells the page too.
      .catch(() => undefined)
  })
  useLive('company_settings_changed', () => void readMyself().catch(() => undefined))
}

async function readMyself(): Promise<void> {
  const { whoAmI } = await import('@dispecerat/contract/accounts')
  rememberUser((await request(whoAmI)).data)
}
