import type { Problem } from '@dispecerat/contract/kernel/wire'
import { ApiError } from './api-error.ts'
import { endSession, useSession } from './session.ts'

/**
 * Downloads a file of any length. The token is sent in a header, so that the URL contains no secret. Reports the
 * received bytes. With a body the request is a POST. Throws ApiError on an error reply or a broken connection.
 */
export async function download(
  address: string,
  how: { signal: AbortSignal; onBytes: (bytes: number) => void; body?: object },
): Promise<Blob> {
  const { token } = useSession.getState()
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {}
  if (how.body) headers['Content-Type'] = 'application/json'
  const requestInit = how.body ? { method: 'POST', body: JSON.stringify(how.body) } : {}
  const response = await fetch(address, { ...requestInit, headers, signal: how.signal })
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
