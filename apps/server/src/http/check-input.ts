import type { Endpoint } from '@dispecerat/contract/endpoint'
import { readQuery } from '@dispecerat/contract/query-params'
import { z } from 'zod'
import { UnknownAddress } from './problem.ts'
import { fieldsOf, romanianIssue } from './romanian-issues.ts'

export interface RawInput {
  params: unknown
  query: unknown
  body: unknown
}

export type Fields = Record<string, string[]>

export interface Checked {
  /** As the shapes take it; only declared keys come out. */
  input: RawInput
  /** Wrong fields of the path, the query and the body: who mends a form sends it once more. */
  fields: Fields
  /** The fields of the body that are right. */
  sound: Record<string, unknown>
}

/** What was sent, checked by the shapes of the endpoint. Throws UnknownAddress. */
export function checkInput(endpoint: Endpoint, raw: RawInput): Checked {
  const { given, misspelled } = readQuery(endpoint.query, (raw.query ?? {}) as Record<string, unknown>)
  const spelled = Object.entries(misspelled).map(([sent, meant]) => [sent, [`Parametru necunoscut; se scrie ${meant}`]])
  if (isUnknownAddress(endpoint, raw.params)) throw new UnknownAddress()
  const params = check(endpoint.params, raw.params, 'params')
  const query = check(endpoint.query, given, 'query')
  // Fastify says null for a body that did not come.
  const body = hasBody(endpoint) ? check(endpoint.body, raw.body ?? undefined, 'body') : { ...RIGHT, value: raw.body }
  return {
    input: { params: params.value, query: query.value, body: body.value },
    fields: together(params.fields, query.fields, Object.fromEntries(spelled) as Fields, body.fields),
    sound: body.sound,
  }
}

/** Both, but for what `rules` says of fields that are wrong already. */
export function withRules(wrong: Fields, rules: Fields): Fields {
  const known = topsOf(wrong)
  return together(wrong, Object.fromEntries(Object.entries(rules).filter(([field]) => !known.has(topOf(field)))))
}

/** Names of the fields at the top of the input. */
export function topsOf(fields: Fields): ReadonlySet<string> {
  return new Set(Object.keys(fields).map(topOf))
}

function topOf(field: string): string {
  return field.split('.')[0] ?? field
}

/** One of a few words in a path is a part of the address: another word is no address of ours. */
export function choicesOf({ params }: Endpoint): [name: string, choice: z.ZodEnum][] {
  const shape: Record<string, z.ZodType> = params instanceof z.ZodObject ? params.shape : {}
  return Object.entries(shape).flatMap(([name, param]) => (param instanceof z.ZodEnum ? [[name, param] as const] : []))
}

function isUnknownAddress(endpoint: Endpoint, params: unknown): boolean {
  const given = params as Record<string, unknown>
  return choicesOf(endpoint).some(([name, choice]) => !choice.safeParse(given[name]).success)
}

export function hasBody({ body }: Endpoint): boolean {
  return !(body instanceof z.ZodUndefined)
}

interface Part {
  value?: unknown
  fields: Fields
  sound: Record<string, unknown>
}
const RIGHT: Part = { fields: {}, sound: {} }

function check(shape: z.ZodType, input: unknown, whole: string): Part {
  const checked = shape.safeParse(input, { error: romanianIssue })
  if (checked.success) return { ...RIGHT, value: checked.data }
  const fields = fieldsOf(checked.error, whole)
  if (!(shape instanceof z.ZodObject)) return { fields, sound: {} }
  const wrong = new Set(checked.error.issues.map(({ path }) => String(path[0])))
  const sound = soundFields(shape, input, wrong)
  return { fields: together(fields, rulesOfSound(shape, sound, wrong, whole)), sound }
}

/** Rules over several fields, which zod leaves out as soon as one field has the wrong type: those that read no wrong field are applied. */
function rulesOfSound(shape: z.ZodObject, sound: object, wrong: ReadonlySet<string>, whole: string): Fields {
  const guarded = { ...sound }
  for (const name of wrong) Object.defineProperty(guarded, name, { get: refuseToTell })
  const rules = (shape.def.checks ?? []) as z.core.$ZodCheck<unknown>[]
  const found = rules.flatMap((rule) => safely(() => z.any().check(rule).safeParse(guarded).error?.issues) ?? [])
  return fieldsOf(new z.ZodError(found), whole)
}

/** What was sent in the other fields, as the shape takes it. */
function soundFields(shape: z.ZodObject, input: unknown, wrong: ReadonlySet<string>): Record<string, unknown> {
  const fields = Object.entries(shape.shape).filter(([name]) => !wrong.has(name))
  return z.object(Object.fromEntries(fields)).safeParse(input).data ?? {}
}

function refuseToTell(): never {
  throw new Error('this field is wrong')
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
