import { isDeepStrictEqual } from 'node:util'
import { withUsedSchemas } from '@dispecerat/contract/api/document-schemas'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import { z } from 'zod'

export const DOCS_PATH = '/api/docs'

/**
 * A transformed input (a phone, an upper-cased CUI) is documented as the value that the client sends. `override` replaces the library's own,
 * which drops a choice of a union whose fields two shapes share.
 */
const READABLE = { unrepresentable: 'any', override: () => undefined } as const
const toJsonSchemas = createJsonSchemaTransform({ zodToJsonConfig: READABLE })
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
    transform: (route) => toJsonSchemas({ ...route, schema: withInlineParameters(route.schema) }),
    transformObject: (document) => withReferences(writeShapes(document) as OpenAPIV3_1.Document),
  })
  await http.register(swaggerUi, { routePrefix: DOCS_PATH, uiConfig: { docExpansion: 'none' } })
}

/** Swagger lists parameters one by one and cannot read them through a reference: a copy of their shape has no name. */
function withInlineParameters(schema: FastifySchema): FastifySchema {
  const inline = (shape: unknown) => (shape instanceof z.ZodType ? shape.clone(shape.def) : shape)
  return { ...schema, params: inline(schema.params), querystring: inline(schema.querystring) }
}

const PROBLEM_CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
const PROBLEM_RESPONSE = { description: 'Refused, with the reason.', content: PROBLEM_CONTENT }

/** Defines what operations have in common once: named shapes, and the one response that every error status has. */
function withReferences(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const { schemas = {}, ...components } = document.components ?? {}
  const isProblem = ({ content }: { content?: unknown }) => isDeepStrictEqual(content, PROBLEM_CONTENT)
  const paths = JSON.parse(JSON.stringify(document.paths), (_, value) =>
    isProblem(value ?? {}) ? { $ref: '#/components/responses/Problem' } : value,
  )
  const shared = { ...document, paths, components: { ...components, responses: { Problem: PROBLEM_RESPONSE } } }
  return withUsedSchemas(shared, schemas)
}
