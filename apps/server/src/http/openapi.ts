import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'

export const DOCS_PATH = '/api/docs'

/** Collects the routes that are mounted after it; served as a page at /api/docs, without anything from outside. */
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
    transform: createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } }),
  })
  await http.register(swaggerUi, { routePrefix: DOCS_PATH, uiConfig: { docExpansion: 'none' } })
}
