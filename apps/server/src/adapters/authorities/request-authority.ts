import { fetchWithoutRedirects } from '../fetch-without-redirects.ts'
import { AuthorityRefused, NotAuthorised } from './authorities.ts'

const BUDGET_MS = 20_000
const MAX_BYTES = 10 * 1024 * 1024
/** Statuses for too early or too often: the same request may succeed later. */
const LATER: ReadonlySet<number> = new Set([408, 409, 425, 429])

/**
 * Requests within 20 s, without following redirects, and reads at most 10 MiB. Throws NotAuthorised on 401 and 403, AuthorityRefused on
 * other permanent refusals. Errors contain a status, never an address or a header.
 */
export async function requestAuthority(url: URL, init: RequestInit): Promise<Buffer> {
  const answer = await fetchWithoutRedirects(url, { ...init, signal: AbortSignal.timeout(BUDGET_MS) })
  const body = await bytesOf(answer)
  if (answer.ok) return body
  const reason = `răspuns ${answer.status}`
  if (answer.status === 401 || answer.status === 403) throw new NotAuthorised(reason)
  if (answer.status >= 400 && answer.status < 500 && !LATER.has(answer.status))
    throw new AuthorityRefused(reason, answer.status)
  throw new Error(reason)
}

async function bytesOf(answer: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_BYTES) throw new Error('the authority answered too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
