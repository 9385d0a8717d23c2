import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'
import { type QueryClient, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Reply, request } from './request.ts'

interface QueryOptions<E extends Endpoint, Data>
  extends Omit<UseQueryOptions<Reply<E>, Error, Data>, 'queryKey' | 'queryFn'> {
  /** Sends the query as a body, see `request`. */
  byBody?: true | undefined
}

export type EndpointOf<Data> = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType<Data>>

/** Parts of the server's data: an endpoint with any input, or with an input that has these values. */
export type Target<E extends Endpoint = Endpoint> = E | readonly [E, RequestInput<E>]

/**
 * Key of what an endpoint replies to an input. A variant follows the input where the cached data have another shape
 * (pages) or depend on more than the input (a version). The key of a part of an input is a prefix of the key of the
 * whole: TanStack Query compares objects in a filter by the fields that the filter has. The key has the input as it is
 * sent: without fields that have no value, and with an id as text, whether it comes from a URL or from a reply.
 */
export function endpointKey<E extends Endpoint>(
  { method, path }: E,
  input: RequestInput<E> = {},
  ...variant: readonly unknown[]
): QueryKey {
  const { params = {}, query = {}, body = {} }: RequestInput<Endpoint> = input
  const sent = JSON.parse(JSON.stringify([params, query, body]), asText)
  return [`${method} ${path}`, ...sent, ...variant]
}

const asText = (_: string, value: unknown) => (typeof value === 'number' ? `${value}` : value)

/** What an endpoint replies to an input, under the key of both. */
export function useEndpointQuery<E extends Endpoint, Data = Reply<E>>(
  endpoint: E,
  input?: RequestInput<E>,
  { byBody, ...options }: QueryOptions<E, Data> = {},
) {
  /* Keys are compared by value: the React compiler's memoization would only make every first load longer. */
  'use no memo'
  return useQuery<Reply<E>, Error, Data>({
    ...options,
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }) => request(endpoint, input, { signal, byBody }),
  })
}

/** Invalidates every query of the endpoints, or those whose input has the named values. */
export function invalidate<E extends readonly Endpoint[]>(
  cache: QueryClient,
  ...targets: { [I in keyof E]: Target<E[I]> }
): Promise<unknown> {
  return Promise.all(
    targets.map((target: Target) => {
      const [endpoint, input] = 'path' in target ? [target] : target
      return cache.invalidateQueries({ queryKey: endpointKey(endpoint, input) })
    }),
  )
}
