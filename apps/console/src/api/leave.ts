import type { logOut, reportActivity } from '@dispecerat/contract/accounts'
import { endSession, useSession } from './session.ts'

type Method = (typeof logOut | typeof reportActivity)['method']
type Message = readonly [Method, string, string | undefined]

/** Written out, because leaving must not wait for the contract to be loaded. */
const away = (ends?: number): Message => ['PATCH', '/api/user-activity', JSON.stringify({ isOnline: false, ends })]
const LOG_OUT: Message = ['DELETE', '/api/access-tokens/current', undefined]

/** Logs out: here at once, and on the server with requests that outlive the page. */
export function leave(): void {
  const { token } = useSession.getState()
  if (token === null) return
  endSession(false)
  for (const message of [away(), LOG_OUT]) send(token, message)
}

/**
 * The page goes, the session stays: whoever closes the console is not rung any more. `ends` is this page's last heartbeat: the request may
 * be handled after the first heartbeat of the next page, which then stands.
 */
export function reportAway(ends: number): void {
  const { token } = useSession.getState()
  if (token !== null) send(token, away(ends))
}

function send(token: string, [method, url, body]: Message): void {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
    'Idempotency-Key': crypto.randomUUID(),
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  // Nobody answering changes nothing here; the session then ends by its age, the presence by its missing beats.
  void fetch(url, { method, headers, body: body ?? null, keepalive: true }).catch(() => undefined)
}
