import { z } from 'zod'

/** Suffix of an array parameter's name: `states[]`, `states[0]`. */
const INDEX = /\[(\d{0,4})\]$/

type RawQuery = Readonly<Record<string, unknown>>

export interface ReadQuery {
  /** The query in the form of the endpoint's shape: arrays under their own name, in the order of their indexes. */
  values: Record<string, unknown>
  /** Unknown parameters that differ from a known one only in spelling: the name as sent → the intended name. */
  misspelled: Record<string, string>
}

/**
 * Parses a query for a shape. An array parameter is written `a=1&a=2`, `a[]=1&a[]=2` or `a[0]=1&a[1]=2`. A name that equals a known one
 * except for brackets, case, `_` or `-` is reported, because a silently dropped filter would return everything; other unknown names are
 * dropped.
 */
export function readQuery(shape: z.ZodType, raw: RawQuery): ReadQuery {
  const known = paramsOf(shape)
  const params: Record<string, unknown> = {}
  const lists = new Map<string, { at: number; value: unknown }[]>()
  const misspelled: Record<string, string> = {}
  for (const [name, value] of Object.entries(raw)) {
    const base = name.replace(INDEX, '')
    if (known.lists.has(base)) {
      const at = Number(INDEX.exec(name)?.[1] || Number.POSITIVE_INFINITY)
      const values = (Array.isArray(value) ? value : [value]).map((one) => ({ at, value: one as unknown }))
      lists.set(base, [...(lists.get(base) ?? []), ...values])
    } else if (known.names.has(name)) {
      params[name] = value
    } else {
      const correct = correctNameOf(name, known)
      if (correct !== undefined) misspelled[name] = correct
    }
  }
  for (const [name, values] of lists) params[name] = inOrder(values)
  return { values: params, misspelled }
}

/** Stable sort: values without an index stay behind those with one. */
function inOrder(values: { at: number; value: unknown }[]): unknown[] {
  return values.sort((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ value }) => value)
}

interface Known {
  names: ReadonlySet<string>
  lists: ReadonlySet<string>
  /** Spelling without brackets, case, `_` and `-` → name. */
  spelled: ReadonlyMap<string, string>
}

const KNOWN = new WeakMap<z.ZodType, Known>()

function paramsOf(shape: z.ZodType): Known {
  const cached = KNOWN.get(shape)
  if (cached) return cached
  const params = Object.entries(shapeOf(shape))
  const known = {
    names: new Set(params.map(([name]) => name)),
    lists: new Set(params.filter(([, param]) => isList(param)).map(([name]) => name)),
    spelled: new Map(params.map(([name]) => [spelling(name), name])),
  }
  KNOWN.set(shape, known)
  return known
}

function spelling(name: string): string {
  return name.replace(INDEX, '').toLowerCase().replace(/[_-]/g, '')
}

/** Any other text in brackets is a misspelling of the name before it: `states[x]`, `states[0][1]`. */
function correctNameOf(name: string, { spelled }: Known): string | undefined {
  return spelled.get(spelling(name)) ?? spelled.get(spelling(name.split('[', 1)[0] ?? ''))
}

/** Every query of the contract is an object, so that its names are known. */
function shapeOf(shape: z.ZodType): Record<string, z.ZodType> {
  if (shape instanceof z.ZodObject) return shape.shape as Record<string, z.ZodType>
  throw new Error('a query is an object')
}

/** Checks the inner type of optional and default wrappers. A parameter of unknown type may be a list too. */
function isList(param: z.ZodType): boolean {
  if (param instanceof z.ZodOptional || param instanceof z.ZodDefault) return isList(param.unwrap() as z.ZodType)
  return param instanceof z.ZodArray || param instanceof z.ZodUnknown
}
