import type { FastifyRequest } from 'fastify'

/** The version an editor read before he typed; undefined from one who did not look. */
export function versionRead(request: FastifyRequest): string | undefined {
  return request.headers['if-unmodified-since']?.trim() || undefined
}
