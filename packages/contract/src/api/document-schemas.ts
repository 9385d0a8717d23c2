import { NAMED_SHAPES } from './named-shapes.ts'

/** Name of a shape's schema as a client sends it; fastify-type-provider-zod uses the same. */
export const inputName = (name: string) => `${name}Input`

type Schemas = Readonly<Record<string, unknown>>

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g

/**
 * Adds the schemas that the document references, sorted by name. `schemas` describes every named shape as it is sent and as it is received.
 * A shape keeps both only where the document references both and they differ; otherwise its one schema has the plain name.
 */
export function withUsedSchemas<Document extends { components: object }>(document: Document, schemas: Schemas) {
  const used = usedNames(JSON.stringify(document), schemas)
  const plainNames = new Map<string, string>()
  for (const name of NAMED_SHAPES.keys()) {
    const isOne = !used.has(name) || JSON.stringify(schemas[name]) === JSON.stringify(schemas[inputName(name)])
    if (used.has(inputName(name)) && isOne) plainNames.set(inputName(name), name)
  }
  const plain = (name: string) => plainNames.get(name) ?? name
  const referenced = Object.fromEntries([...used].map((name) => [plain(name), schemas[name]] as const).sort(byName))
  const text = JSON.stringify({ ...document, components: { ...document.components, schemas: referenced } })
  return JSON.parse(text.replace(REFERENCE, (_, name) => `"#/components/schemas/${plain(name)}"`)) as Document
}

function usedNames(text: string, schemas: Schemas, used = new Set<string>()): Set<string> {
  for (const [, name = ''] of text.matchAll(REFERENCE)) {
    if (used.has(name) || !(name in schemas)) continue
    used.add(name)
    usedNames(JSON.stringify(schemas[name]), schemas, used)
  }
  return used
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => (one < other ? -1 : 1)
