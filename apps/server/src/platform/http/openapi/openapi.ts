import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'

export const DOCS_PATH = '/api/docs'

/** A transformed input (a phone, an upper-cased CUI) is documented as the value that the client sends. */
const READABLE = { unrepresentable: 'any' } as const
const writeShapes = createJsonSchemaTransformObject({ zodToJsonConfig: READABLE })

/** Collects the routes that are mounted after it; serves them as a page at /api/docs without external files. */
export async function openApi(http: FastifyInstance): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Dispecerat',
        description:
          'Taxi and courier dispatch. Times are UTC `YYYY-MM-DD HH:mm:ss`, money is RON. Writes accept an Idempotency-Key.',
        version: '1',
      },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    // Routes of the contract have a tag; technical ones (health, metrics, tiles, files) have none and are left out.
    hideUntagged: true,
    transform: createJsonSchemaTransform({ zodToJsonConfig: READABLE }),
    transformObject: (document) => withoutUnused(writeShapes(document) as OpenAPIV3_1.Document),
  })
  await http.register(swaggerUi, { routePrefix: DOCS_PATH, uiConfig: { docExpansion: 'none' } })
}

/** Each named shape is generated as input and as output; this removes the direction that nothing references. */
function withoutUnused(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const schemas = document.components?.schemas ?? {}
  const text = JSON.stringify({ ...document, components: { ...document.components, schemas: {} } })
  const used = new Map<string, OpenAPIV3_1.SchemaObject>()
  const add = (from: string) => {
    for (const [, name = ''] of from.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const shape = schemas[name]
      if (!shape || used.has(name)) continue
      used.set(name, shape as OpenAPIV3_1.SchemaObject)
      add(JSON.stringify(shape))
    }
  }
  add(text)
  const inOrder = Object.fromEntries([...used].sort(([a], [b]) => (a < b ? -1 : 1)))
  return { ...document, components: { ...document.components, schemas: inOrder } }
}
