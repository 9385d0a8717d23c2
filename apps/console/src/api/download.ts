import type { Problem } from '@dispecerat/contract/wire'
import { ApiError } from './api-error.ts'
import { endSession, useSession } from './session.ts'

/**
 * A file of any length: the token travels in a header, so the address can be shown to anybody. Tells how many bytes have
 * come. With a body it is asked by POST. Throws ApiError when the server says no or breaks off.
 */
export async function download(
  address: string,
  how: { signal: AbortSignal; onBytes: (bytes: number) => void; body?: object },
): Promise<Blob> {
  const { token } = useSession.getState()
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {}
  if (how.body) headers['Content-Type'] = 'application/json'
  const asks = how.body ? { method: 'POST', body: JSON.stringify(how.body) } : {}
  const response = await fetch(address, { ...asks, headers, signal: how.signal })
  if (!response.ok || !response.body) {
    if (response.status === 401 && token !== null && token === useSession.getState().token) endSession()
    throw new ApiError(response.status, (await response.json().catch(() => ({}))) as Partial<Problem>)
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    bytes += value.length
    how.onBytes(bytes)
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}
