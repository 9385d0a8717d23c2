import type { Endpoint } from '@dispecerat/contract/endpoint'
import { readQuery } from '@dispecerat/contract/query-params'
import { FieldErrors } from '@dispecerat/domain/errors'
import { z } from 'zod'
import { UnknownAddress } from './problem.ts'
import { fieldsOf, romanianIssue } from './romanian-issues.ts'

export interface RawInput {
  params: unknown
  query: unknown
  body: unknown
}

export type Fields = Record<string, string[]>

/**
 * What was sent, checked by the shapes of the endpoint; only declared keys come out. One error names every wrong field of the path, the query
 * and the body: who mends a form field by field sends it once.
 */
export function checkInput(endpoint: Endpoint, raw: RawInput): RawInput {
  const { given, misspelled } = readQuery(endpoint.query, (raw.query ?? {}) as Record<string, unknown>)
  const spelled = Object.entries(misspelled).map(([sent, meant]) => [sent, [`Parametru necunoscut; se scrie ${meant}`]])
  if (isUnknownAddress(endpoint, raw.params)) throw new UnknownAddress()
  const params = check(endpoint.params, raw.params, 'params')
  const query = check(endpoint.query, given, 'query')
  // Fastify says null for a body that did not come.
  const body = hasBody(endpoint) ? check(endpoint.body, raw.body ?? undefined, 'body') : { value: raw.body, fields: {} }
  const fields = together(params.fields, query.fields, Object.fromEntries(spelled) as Fields, body.fields)
  if (Object.keys(fields).length > 0) throw new FieldErrors(fields)
  return { params: params.value, query: query.value, body: body.value }
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

function check(shape: z.ZodType, input: unknown, whole: string): { value?: unknown; fields: Fields } {
  const checked = shape.safeParse(input, { error: romanianIssue })
  if (checked.success) return { value: checked.data, fields: {} }
  return { fields: together(fieldsOf(checked.error, whole), rulesOfSound(shape, input, checked.error, whole)) }
}

/** Rules over several fields, which zod leaves out as soon as one field has the wrong type: those that read no wrong field are applied. */
function rulesOfSound(shape: z.ZodType, input: unknown, { issues }: z.ZodError, whole: string): Fields {
  const rules = shape instanceof z.ZodObject ? ((shape.def.checks ?? []) as z.core.$ZodCheck<unknown>[]) : []
  if (!(shape instanceof z.ZodObject) || rules.length === 0) return {}
  const wrong = new Set(issues.map(({ path }) => String(path[0])))
  const sound = soundFields(shape, input, wrong)
  for (const name of wrong) Object.defineProperty(sound, name, { get: refuseToTell })
  const found = rules.flatMap((rule) => safely(() => z.any().check(rule).safeParse(sound).error?.issues) ?? [])
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
