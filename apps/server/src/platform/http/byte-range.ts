// Apart from stream-recording.ts: a rule of HTTP with its own test.

/** Both ends are inclusive. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * Parses a `Range` header: null selects the whole file, 'none' a range behind its end. Several ranges, other units and malformed values
 * select the whole file, because RFC 9110 lets a server ignore the header.
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | 'none' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), bytes)
    return length === 0 ? 'none' : { from: bytes - length, to: bytes - 1 }
  }
  const from = Number(first)
  if (from >= bytes) return 'none'
  const to = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return to < from ? null : { from, to }
}
