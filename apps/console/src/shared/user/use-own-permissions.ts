import { request } from '../../api/request.ts'
import { rememberUser } from '../../api/session.ts'
import { subscribeAgain } from '../../realtime/live-socket.ts'
import { useLive } from '../../realtime/use-live.ts'

/** Applies changes of the user's permissions or of the company's ring settings at once to menus, buttons and sounds. */
export function useOwnPermissions() {
  useLive('permissions_changed', () => {
    void readMyself()
      .then(subscribeAgain)
      /* The server refuses revoked actions anyway; the next refetch updates the page. */
      .catch(() => undefined)
  })
  useLive('company_settings_changed', () => void readMyself().catch(() => undefined))
}

async function readMyself(): Promise<void> {
  const { whoAmI } = await import('@dispecerat/contract/identity/accounts')
  rememberUser((await request(whoAmI)).data)
}
