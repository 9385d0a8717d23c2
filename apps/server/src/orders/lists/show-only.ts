import { z } from 'zod'

/** In the order of preference: null where the contract allows it. A text or a state has none. */
const EMPTY_VALUES: readonly unknown[] = [null, false, [], {}, 0]

/**
 * Returns a function that shows only the named fields of a contract's row. Every other field, also one that the contract gets later, has
 * its empty value; throws at the start for one that has none.
 */
export function showOnly<Shape extends z.ZodObject>(
  contract: Shape,
  names: readonly (keyof z.output<Shape> & string)[],
): (row: z.output<Shape>) => z.output<Shape> {
  const shown = new Set<string>(names)
  const hidden = emptyFields(contract, (name) => !shown.has(name))
  return (row) => {
    const picked = names.map((name) => [name, row[name]])
    return { ...hidden, ...Object.fromEntries(picked) } as z.output<Shape>
  }
}

function emptyFields({ shape }: z.ZodObject, isHidden: (name: string) => boolean): Record<string, unknown> {
  const fields = Object.entries(shape as Record<string, z.ZodType>).filter(([name]) => isHidden(name))
  return Object.fromEntries(fields.map(([name, field]) => [name, emptyValue(name, field)]))
}

function emptyValue(name: string, field: z.ZodType): unknown {
  if (field instanceof z.ZodObject) return emptyFields(field, () => true)
  const found = EMPTY_VALUES.find((value) => field.safeParse(value).success)
  if (found === undefined) throw new Error(`${name} has no empty value: show it, or let the contract allow null`)
  return found
}
