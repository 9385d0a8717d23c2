import { listCars, readCar } from '@dispecerat/contract/fleet/cars'
import { listServices } from '@dispecerat/contract/orders/company-dispatch'
import { listOrders, readOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import { hashKey, type QueryKey } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../testing/fake-server.ts'
import { renderPart } from '../testing/render.tsx'
import { endpointKey, invalidate, useEndpointQuery } from './endpoint-query.ts'
import { queryClient } from './query-client.ts'

const order = (id: number) => ({ params: { id } })
const isSame = (a: QueryKey, b: QueryKey) => hashKey(a) === hashKey(b)

/** Caches data under each key and returns the names of those that `change` invalidates. */
async function invalidatedBy(keys: Record<string, QueryKey>, change: () => Promise<unknown>): Promise<string[]> {
  for (const queryKey of Object.values(keys)) queryClient.setQueryData(queryKey, 'cached')
  await change()
  const isInvalidated = (queryKey: QueryKey) => queryClient.getQueryState(queryKey)?.isInvalidated
  return Object.entries(keys).flatMap(([name, key]) => (isInvalidated(key) ? name : []))
}

test('the order of the fields of an input does not change the key', () => {
  const one = endpointKey(listCars, { query: { page: 2, is_active: '1', search: 'dacia' } })
  const other = endpointKey(listCars, { query: { search: 'dacia', is_active: '1', page: 2 } })
  expect(isSame(one, other)).toBe(true)
})

test('a field without a value does not change the key', () => {
  expect(isSame(endpointKey(listCars, { query: { search: undefined } }), endpointKey(listCars))).toBe(true)
})

test('different values, endpoints and variants have different keys', () => {
  const keys = [
    endpointKey(readOrder, order(1)),
    endpointKey(readOrder, order(2)),
    endpointKey(readOrderHistory, order(1)),
    endpointKey(readOrderHistory, order(1), 'version 2'),
    endpointKey(listOrders, { query: { page: 1 } }),
    endpointKey(listOrders, { query: { page: 2 } }),
  ]
  expect(new Set(keys.map(hashKey)).size).toBe(keys.length)
})

test('invalidating an endpoint hits all its inputs and variants, and no endpoint whose path continues its path', async () => {
  const keys = {
    list: endpointKey(listOrders),
    secondPage: endpointKey(listOrders, { query: { page: 2 } }),
    pages: endpointKey(listOrders, { query: { states: ['new'] } }, 'pages'),
    order: endpointKey(readOrder, order(1)),
    history: endpointKey(readOrderHistory, order(1)),
  }
  expect(await invalidatedBy(keys, () => invalidate(queryClient, listOrders))).toEqual(['list', 'secondPage', 'pages'])
})

test('invalidating an endpoint with params hits only those, with every query and variant', async () => {
  const keys = {
    order: endpointKey(readOrder, order(1)),
    otherOrder: endpointKey(readOrder, order(11)),
    history: endpointKey(readOrderHistory, order(1)),
    historyOfVersion: endpointKey(readOrderHistory, order(1), '7'),
  }
  const change = () => invalidate(queryClient, [readOrderHistory, order(1)])
  expect(await invalidatedBy(keys, change)).toEqual(['history', 'historyOfVersion'])
})

test('invalidating an endpoint with a part of a query hits the queries that have it', async () => {
  const keys = {
    active: endpointKey(listCars, { query: { is_active: '1', page: 3 } }),
    inactive: endpointKey(listCars, { query: { is_active: '0', page: 3 } }),
    all: endpointKey(listCars),
  }
  const change = () => invalidate(queryClient, [listCars, { query: { is_active: '1' } }])
  expect(await invalidatedBy(keys, change)).toEqual(['active'])
})

test('several endpoints are invalidated at once', async () => {
  const keys = {
    list: endpointKey(listCars),
    car: endpointKey(readCar, { params: { id: 1 } }),
    otherCar: endpointKey(readCar, { params: { id: 2 } }),
    order: endpointKey(readOrder, order(1)),
  }
  const change = () => invalidate(queryClient, listCars, [readCar, { params: { id: 1 } }])
  expect(await invalidatedBy(keys, change)).toEqual(['list', 'car'])
})

test('an id of the URL and the same id of a reply have one key', () => {
  const ofUrl = '1' as unknown as number
  expect(isSame(endpointKey(readOrder, order(ofUrl)), endpointKey(readOrder, order(1)))).toBe(true)
})

test('a component shows the reply, and the next one after an invalidation', async () => {
  const server = fakeServer()
  server.reply(listServices, { data: [{ id: 1, name: 'Taxi' }] })
  function Services() {
    const { data } = useEndpointQuery(listServices, {}, { select: ({ data }) => data.map(({ name }) => name) })
    return <p>{data?.join()}</p>
  }
  renderPart(<Services />)
  await screen.findByText('Taxi')
  server.reply(listServices, { data: [{ id: 1, name: 'Curier' }] })
  act(() => void invalidate(queryClient, listServices))
  await screen.findByText('Curier')
})
