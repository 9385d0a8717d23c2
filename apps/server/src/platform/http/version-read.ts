import type { FastifyRequest } from 'fastify'

/** The version that the editor loaded before typing; undefined when the client did not send one. */
export function versionRead(request: FastifyRequest): string | undefined {
  return request.headers['if-unmodified-since']?.trim() || undefined
}
