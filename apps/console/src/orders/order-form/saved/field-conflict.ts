/* Not in its importer, which needs a browser: the unit test runs without one. */

/** A field in edit mode: the typed value, and the value when it was opened. */
export interface Typed<Value> {
  value: Value
  base: Value
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/**
 * The value that another user saved in this field since it was opened, or null. A change of another field is no
 * conflict, nor is the same value typed by both.
 */
export function theirsOf<Value>({ value, base }: Typed<Value>, current: Value): { value: Value } | null {
  return isSame(current, base) || isSame(current, value) ? null : { value: current }
}
