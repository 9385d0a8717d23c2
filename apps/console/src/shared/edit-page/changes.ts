/**
 * Adds to the existing changes, so that two fields may change in one event. A value equal to `was` is no change; with
 * `was` null it always is one, because its new value is being sent.
 */
export function withField<V extends object, K extends keyof V>(
  changes: Partial<V>,
  field: K,
  { value, was }: { value: V[K]; was: { value: V[K] | undefined } | null },
): Partial<V> {
  const { [field]: _before, ...others } = changes
  return (was !== null && isSame(value, was.value) ? others : { ...changes, [field]: value }) as Partial<V>
}

/** Deep comparison by JSON. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

/** The changes that differ from these values. */
export function without<V extends object>(changes: Partial<V>, values: Partial<V>): Partial<V> {
  const left = Object.entries(changes).filter(([field, value]) => !isSame(value, values[field as keyof V]))
  return Object.fromEntries(left) as Partial<V>
}
