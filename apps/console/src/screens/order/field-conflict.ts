/** A field in edit mode: what is typed, and what stood there when it was opened. */
export interface Typed<Value> {
  value: Value
  base: Value
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/**
 * What somebody else has put into this field since it was opened, or null. A change of another field is no conflict, nor is the
 * same thing typed by both.
 */
export function theirsOf<Value>({ value, base }: Typed<Value>, current: Value): { value: Value } | null {
  return isSame(current, base) || isSame(current, value) ? null : { value: current }
}
