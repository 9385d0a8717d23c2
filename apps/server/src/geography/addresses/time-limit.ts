import { Overloaded } from '../../platform/http/problem.ts'

/** A dispatcher who waits longer types the address by hand. */
const GEOCODER_MS = 1500

class Late extends Error {
  override readonly name = 'Late'
}

/** The result of the geocoder, or Late after 1.5 s; a late result is dropped. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late(`no answer within ${GEOCODER_MS} ms`)), GEOCODER_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** For results without a fallback: a failing geocoder is a 503. */
export async function fromGeocoder<T>(answer: Promise<T>): Promise<T> {
  return inTime(answer).catch((cause: unknown) => {
    throw new Overloaded('the geocoder did not answer', { cause })
  })
}
