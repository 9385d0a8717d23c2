import type { z } from 'zod'
import { fetchWithoutRedirects } from '../fetch-without-redirects.ts'

/** A dispatcher continues typing meanwhile, and the embedded index still has to answer in time. */
export const PROVIDER_TIMEOUT = { budgetMs: 700 }
const MAX_BYTES = 512 * 1024

interface Question {
  url: URL
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: unknown
}

/**
 * The reply of another geocoder, parsed as `shape`. Redirects are refused, so no other host is requested. Throws when it is slow
 * (700 ms, body included), down, longer than half a megabyte, no JSON, or of another shape.
 */
export async function requestProvider<Shape extends z.ZodType>(
  question: Question,
  shape: Shape,
): Promise<z.output<Shape>> {
  const { url, method = 'GET', headers = {}, body } = question
  const answer = await fetchWithoutRedirects(url, {
    method,
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT.budgetMs),
    headers: {
      accept: 'application/json',
      'user-agent': 'dispecerat',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (answer.status === 404) throw new UnknownThere('the geocoder knows no such place')
  if (!answer.ok) throw new Error(`the geocoder answered ${answer.status}`)
  return shape.parse(JSON.parse(await textUpTo(answer, MAX_BYTES)))
}

/** The other machine works, and does not know the id. */
export class UnknownThere extends Error {
  override readonly name = 'UnknownThere'
}

async function textUpTo(answer: Response, max: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.byteLength
    if (length > max) throw new Error('the geocoder answered too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
