const SECRET = /password|secret|token|hash/i

type Fields = Record<string, unknown>

/** The differences between two states of a row, by field; null stands for no state. Passwords and secrets are always left out. */
export function differingFields(before: object | null, after: object | null): { before: Fields; after: Fields } {
  const was = (before ?? {}) as Fields
  const is = (after ?? {}) as Fields
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !SECRET.test(name))
  const differing = names.filter((name) => textOf(was[name]) !== textOf(is[name]))
  return { before: pick(was, differing), after: pick(is, differing) }
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]))
}

function textOf(value: unknown): string {
  return JSON.stringify(value ?? null)
}
