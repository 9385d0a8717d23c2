import { fetchWithoutRedirects } from '../fetch-without-redirects.ts'

const MEGABYTE = 1024 * 1024

export interface HttpTimeout {
  budgetMs: number
  maxBytes: number
}

/** A phone waits for its offer meanwhile, so a later reply is useless. */
export const FOR_DISTANCES: HttpTimeout = { budgetMs: 300, maxBytes: MEGABYTE }
/** A person watches the line being drawn. */
export const FOR_A_LINE: HttpTimeout = { budgetMs: 1500, maxBytes: 4 * MEGABYTE }

/**
 * One request to an external router, at `address` and no other host: redirects are refused. Throws when it is slow,
 * down, refuses, replies too much, or no JSON. With a `body` it is a POST.
 */
export async function requestOverHttp(
  address: URL,
  { budgetMs, maxBytes }: HttpTimeout,
  body?: object,
): Promise<unknown> {
  const answer = await fetchWithoutRedirects(address, {
    signal: AbortSignal.timeout(budgetMs),
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`the router answered ${answer.status}`)
  return JSON.parse(await textUpTo(answer, maxBytes))
}

/** The whole body; throws as soon as it is longer than `max` bytes. */
async function textUpTo(answer: Response, max: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.byteLength
    if (length > max) throw new Error('the router answered too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
