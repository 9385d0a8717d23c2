/**
 * Stands on what is kept already, so that two fields may change in one event. A field that is as it was is no change; one that is on
 * its way to the server will not be as it was (`was` is null).
 */
export function withField<V extends object, K extends keyof V>(
  kept: Partial<V>,
  field: K,
  { value, was }: { value: V[K]; was: { value: V[K] | undefined } | null },
): Partial<V> {
  const { [field]: _before, ...others } = kept
  return (was !== null && isSame(value, was.value) ? others : { ...kept, [field]: value }) as Partial<V>
}

/** By what they say, not by identity. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

/** The changes that are not exactly what these values say. */
export function without<V extends object>(changes: Partial<V>, values: Partial<V>): Partial<V> {
  const left = Object.entries(changes).filter(([field, value]) => !isSame(value, values[field as keyof V]))
  return Object.fromEntries(left) as Partial<V>
}
