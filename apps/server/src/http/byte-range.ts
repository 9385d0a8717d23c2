/** Both ends are in it. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * What of a file of so many bytes a `Range` header asks for: null for the whole, 'none' for what lies behind its end. Several
 * ranges at once, other units and nonsense ask for the whole, as the header may be ignored.
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | 'none' | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = asked ?? []
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
