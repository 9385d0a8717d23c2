import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import { readQuery } from '@dispecerat/contract/kernel/query-params'
import { z } from 'zod'
import { guarded } from './check-all.ts'
import { UnknownAddress } from './problem.ts'
import { fieldsOf, romanianIssue } from './romanian-issues.ts'

export interface RawInput {
  params: unknown
  query: unknown
  body: unknown
}

export type Fields = Record<string, string[]>

export interface Checked {
  /** The parsed input, with declared keys only. */
  input: RawInput
  /** Field errors of the path, the query and the body together, so that a form is corrected in one round. */
  fields: Fields
  /** The input of which only the valid fields can be read; null where the path itself is invalid. */
  sound: RawInput | null
}

/** Validates the request against the shapes of the endpoint. Throws UnknownAddress. */
export function checkInput(endpoint: Endpoint, raw: RawInput): Checked {
  const { values, misspelled } = readQuery(endpoint.query, (raw.query ?? {}) as Record<string, unknown>)
  const spelled = Object.entries(misspelled).map(([sent, correctName]) => [
    sent,
    [`Parametru necunoscut; se scrie ${correctName}`],
  ])
  if (isUnknownAddress(endpoint, raw.params)) throw new UnknownAddress()
  const params = check(endpoint.params, raw.params, 'params')
  const query = check(endpoint.query, values, 'query')
  // Fastify passes null for a missing body.
  const body = hasBody(endpoint) ? check(endpoint.body, raw.body ?? undefined, 'body') : right(raw.body)
  return {
    input: { params: params.value, query: query.value, body: body.value },
    fields: together(params.fields, query.fields, Object.fromEntries(spelled) as Fields, body.fields),
    sound:
      params.value === undefined || query.sound === null || body.sound === null
        ? null
        : { params: params.value, query: query.sound, body: body.sound },
  }
}

/** Merges both, without the errors of `rules` about fields that are invalid already. */
export function withRules(wrong: Fields, rules: Fields): Fields {
  const known = new Set(Object.keys(wrong).map(topOf))
  return together(wrong, Object.fromEntries(Object.entries(rules).filter(([field]) => !known.has(topOf(field)))))
}

function topOf(field: string): string {
  return field.split('.')[0] ?? field
}

/** An enum in a path is a part of the address: any other value is an unknown address (404). */
export function choicesOf({ params }: Endpoint): [name: string, choice: z.ZodEnum][] {
  const shape: Record<string, z.ZodType> = params instanceof z.ZodObject ? params.shape : {}
  return Object.entries(shape).flatMap(([name, param]) => (param instanceof z.ZodEnum ? [[name, param] as const] : []))
}

function isUnknownAddress(endpoint: Endpoint, params: unknown): boolean {
  const values = params as Record<string, unknown>
  return choicesOf(endpoint).some(([name, choice]) => !choice.safeParse(values[name]).success)
}

export function hasBody({ body }: Endpoint): boolean {
  return !(body instanceof z.ZodUndefined)
}

interface Part {
  value?: unknown
  fields: Fields
  /** The object of which only the valid fields can be read; null where there is no object. */
  sound: unknown
}

const right = (value: unknown): Part => ({ value, fields: {}, sound: value ?? {} })

function check(shape: z.ZodType, input: unknown, whole: string): Part {
  const checked = shape.safeParse(input, { error: romanianIssue })
  if (checked.success) return right(checked.data)
  const { issues } = checked.error
  const fields = fieldsOf(checked.error, whole)
  const object = objectOf(shape)
  if (object === null || issues.some(({ path }) => path.length === 0)) return { fields, sound: null }
  const wrong = new Set(issues.map(({ path }) => String(path[0])))
  const sound = soundFields(object, input, wrong)
  if (sound === null) return { fields, sound }
  const all = together(fields, rulesOfSound(object, guarded(sound, wrong), whole))
  return { fields: all, sound: guarded(sound, Object.keys(all).map(topOf)) }
}

function objectOf(shape: z.ZodType): z.ZodObject | null {
  let inner: unknown = shape
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
    inner = inner.unwrap()
  return inner instanceof z.ZodObject ? inner : null
}

/** Zod skips rules over several fields as soon as one field has the wrong type. This applies those that read no invalid field. */
function rulesOfSound(shape: z.ZodObject, sound: object, whole: string): Fields {
  const rules = (shape.def.checks ?? []) as z.core.$ZodCheck<unknown>[]
  const found = rules.flatMap((rule) => safely(() => z.any().check(rule).safeParse(sound).error?.issues) ?? [])
  return fieldsOf(new z.ZodError(found), whole)
}

/** The other fields, as the shape parses them. */
function soundFields(shape: z.ZodObject, input: unknown, wrong: ReadonlySet<string>): object | null {
  const fields = Object.entries(shape.shape).filter(([name]) => !wrong.has(name))
  return z.object(Object.fromEntries(fields)).safeParse(input).data ?? null
}

function safely<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

function together(...all: Fields[]): Fields {
  const fields: Fields = {}
  for (const [field, texts] of all.flatMap((one) => Object.entries(one))) {
    fields[field] = [...new Set([...(fields[field] ?? []), ...texts])]
  }
  return fields
}
