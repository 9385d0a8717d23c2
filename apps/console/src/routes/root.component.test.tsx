import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../testing/fake-server.ts'
import { renderPart } from '../testing/render.tsx'
import { Root } from './root.tsx'
import { orderOptions } from './workspace-options.tsx'

test('the tab has the order’s title from the first render, and then that of the next order opened', async () => {
  fakeServer().ignoreOthers()
  const root = createRootRoute({ component: Root })
  const order = createRoute({ getParentRoute: () => root, ...orderOptions })
  const router = createRouter({
    routeTree: root.addChildren([order]),
    history: createMemoryHistory({ initialEntries: ['/order/7'] }),
  })
  await act(() => router.load())
  renderPart(<RouterProvider router={router as never} />)
  expect(document.title).toBe('Comanda 7 · Dispecerat')
  await act(() => router.navigate({ to: '/order/$id', params: { id: '8' } } as never))
  expect(document.title).toBe('Comanda 8 · Dispecerat')
  await act(() => router.navigate({ to: '/order/$id', params: { id: '0' } } as never))
  expect(document.title).toBe('Comandă nouă · Dispecerat')
})
