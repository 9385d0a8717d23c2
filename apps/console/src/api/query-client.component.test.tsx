import { listServices } from '@dispecerat/contract/orders/company-dispatch'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../testing/fake-server.ts'
import { renderPart } from '../testing/render.tsx'
import { endpointKey, invalidate, useEndpointQuery } from './endpoint-query.ts'
import { queryClient } from './query-client.ts'

const queryKey = endpointKey(listServices)
const services = (name: string) => ({ data: [{ id: 1, name }] })

function Services() {
  const { data } = useEndpointQuery(listServices)
  return <p>{data?.data[0]?.name ?? 'none'}</p>
}

/** Renders the services while their first request has no reply. */
async function render() {
  const server = fakeServer()
  const release = server.hold(listServices, services('old'))
  renderPart(<Services />)
  await expect.poll(() => server.received(listServices)).toHaveLength(1)
  return { server, release }
}

test('a reply in flight does not overwrite newer data that were set meanwhile', async () => {
  const { server, release } = await render()
  const releaseNext = server.hold(listServices, services('newest'))
  act(() => void queryClient.setQueryData(queryKey, services('pushed')))
  await screen.findByText('pushed')
  await expect.poll(() => server.received(listServices)).toHaveLength(2)
  await act(async () => release())
  screen.getByText('pushed')
  releaseNext()
  await screen.findByText('newest')
  expect(server.received(listServices)).toHaveLength(2)
})

test('an event before the first reply refetches the query after it', async () => {
  const { server, release } = await render()
  server.reply(listServices, services('new'))
  act(() => void invalidate(queryClient, listServices))
  release()
  await screen.findByText('new')
  expect(server.received(listServices)).toHaveLength(2)
})

test('each of two events before the first reply refetches the query', async () => {
  const { server, release } = await render()
  const releaseNext = server.hold(listServices, services('older'))
  act(() => void invalidate(queryClient, listServices))
  await expect.poll(() => server.received(listServices)).toHaveLength(2)
  server.reply(listServices, services('newest'))
  act(() => void invalidate(queryClient, listServices))
  release()
  releaseNext()
  await screen.findByText('newest')
  expect(server.received(listServices)).toHaveLength(3)
})

test('setting data while nothing is fetched sends no request', async () => {
  const { server, release } = await render()
  release()
  await screen.findByText('old')
  act(() => void queryClient.setQueryData(queryKey, services('pushed')))
  await screen.findByText('pushed')
  expect(server.received(listServices)).toHaveLength(1)
})
