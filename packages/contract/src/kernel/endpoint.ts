import type { Permission } from '@dispecerat/domain/identity/permissions'
import type { DomainErrorCode } from '@dispecerat/domain/kernel/errors'
import { z } from 'zod'

/** `public` needs no token; any other permission is checked before the handler runs. */
export type Access = Permission | 'public'

/** Header of requests that a program sends without a user at the screen: such a request does not prolong the session. */
export const UNATTENDED_HEADER = 'unattended'

/** An endpoint as data: the server mounts it, the client calls it, OpenAPI documents it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Fastify form: '/api/orders/:id'. */
  path: string
  /** Summary for OpenAPI. */
  does: string
  area: string
  may: Access
  params: Params
  query: Query
  body: Body
  reply: Reply
  status: 200 | 201 | 202 | 204
  /** Answers 200 instead of `status` when the requested resource existed already. */
  mayExist: boolean
  errors: readonly DomainErrorCode[]
  /** Reads the version that an editor has loaded from `If-Match` or `If-Unmodified-Since`; an older one is answered with 409. */
  takesVersion?: true
  /** Maximum body size in bytes, where the body carries more than text. */
  bodyBytes?: number
  /** Cost of a request against the rate limits, where it differs from the default of its shape: paged lists are heavy. */
  cost?: 'light' | 'heavy' | 'file'
  /** Sent automatically at regular intervals, so that it does not prolong the session. */
  isAutomatic?: boolean
}

const Nothing = z.undefined()
const NoParams = z.object({})

type EndpointOptions<P, Q, B, R> = {
  method: Endpoint['method']
  path: string
  does: string
  area: string
  may: Access
  params?: P
  query?: Q
  body?: B
  reply: R
  status?: Endpoint['status']
  mayExist?: boolean
  errors?: readonly DomainErrorCode[]
  takesVersion?: true
  bodyBytes?: number
  cost?: Endpoint['cost']
  isAutomatic?: boolean
}

/** Fills the defaults of a small endpoint: no params, no query, no body, 200, no errors of its own. */
export function endpoint<
  R extends z.ZodType,
  P extends z.ZodType = typeof NoParams,
  Q extends z.ZodType = typeof NoParams,
  B extends z.ZodType = typeof Nothing,
>(options: EndpointOptions<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    ...options,
    params: options.params ?? (NoParams as unknown as P),
    query: options.query ?? (NoParams as unknown as Q),
    body: options.body ?? (Nothing as unknown as B),
    status: options.status ?? 200,
    mayExist: options.mayExist ?? false,
    errors: options.errors ?? [],
  }
}

/** The same list with its filters in the body: they may contain a name or a phone, which must not be in URLs. */
export function filteredByBody<P extends z.ZodType, Q extends z.ZodType, R extends z.ZodType>(
  list: Endpoint<P, Q, z.ZodType, R>,
): Endpoint<P, typeof NoParams, Q, R> {
  const { path, does, area, may, params, reply, errors } = list
  return endpoint({
    method: 'POST',
    path: `${path}/search`,
    does: `${does} Asked for by a body: what is typed there may be a name or a phone.`,
    area,
    may,
    params,
    body: list.query,
    reply,
    errors,
  })
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
/** Type of the reply that the server's handler must return. */
export type ReplyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.input<R> : never

/** Input of the typed client; fields with defaults may be left out. */
export interface RequestInput<E extends Endpoint> {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.input<E['body']>
}
