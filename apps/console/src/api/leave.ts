import type { logOut, reportActivity } from '@dispecerat/contract/identity/accounts'
import { endSession, useSession } from './session.ts'

type Method = (typeof logOut | typeof reportActivity)['method']
type Message = readonly [Method, string, string | undefined]

/** Written by hand, because logging out must not wait for the contract's chunk. */
const away = (ends?: number): Message => ['PATCH', '/api/user-activity', JSON.stringify({ isOnline: false, ends })]
const LOG_OUT: Message = ['DELETE', '/api/access-tokens/current', undefined]

/** Logs out: here at once, and on the server with keepalive requests that outlive the page. */
export function leave(): void {
  const { token } = useSession.getState()
  if (token === null) return
  endSession(false)
  for (const message of [away(), LOG_OUT]) send(token, message)
}

/**
 * The page is closed while the session goes on: reports the dispatcher as away, so that no calls ring there. `ends`
 * is this page's last heartbeat: the request may arrive after the first heartbeat of the next page, which then has
 * priority.
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
  /* A failure has no consequence here: the session expires by its age, the presence by missing heartbeats. */
  void fetch(url, { method, headers, body: body ?? null, keepalive: true }).catch(() => undefined)
}
