import type { logOut, reportActivity } from '@dispecerat/contract/accounts'
import { endSession, useSession } from './session.ts'

/** Written out, because leaving must not wait for the contract to be loaded. */
const LEAVING: readonly [Method, string, string | undefined][] = [
  ['PATCH', '/api/user-activity', JSON.stringify({ isOnline: false })],
  ['DELETE', '/api/access-tokens/current', undefined],
]
type Method = (typeof logOut | typeof reportActivity)['method']

/** Logs out: here at once, and on the server with requests that outlive the page. */
export function leave(): void {
  const { token } = useSession.getState()
  if (token === null) return
  endSession()
  for (const [method, url, body] of LEAVING) {
    const headers: Record<string, string> = {
      Accept: 'application/json',
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': crypto.randomUUID(),
    }
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    // Nobody answering changes nothing here; the session then ends by its age.
    void fetch(url, { method, headers, body: body ?? null, keepalive: true }).catch(() => undefined)
  }
}
