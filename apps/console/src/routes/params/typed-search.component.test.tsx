import { listBalances } from '@dispecerat/contract/billing/finance'
import { listCars } from '@dispecerat/contract/fleet/cars'
import { listDevices } from '@dispecerat/contract/fleet/devices'
import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import { listPeople } from '@dispecerat/contract/office/people'
import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer, onePage } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'
import { financeRoutes } from '../finance-routes.tsx'
import { fleetOfficeRoutes } from '../fleet-office-routes.tsx'
import { peopleRoutes } from '../people-routes.tsx'

const PERSONAL = 'zzz Ileana 0744123987'

test.each<[string, readonly AnyRoute[], Endpoint]>([
  ['/users/client', peopleRoutes, listPeople],
  ['/cars', fleetOfficeRoutes, listCars],
  ['/devices', fleetOfficeRoutes, listDevices],
  ['/finances/sold', financeRoutes, listBalances],
])('a name and a phone typed into the search of %s are not in the URL', async (address, routes, list) => {
  const server = fakeServer()
  server.reply(list, onePage([]))
  const addresses = vi.spyOn(globalThis, 'fetch')
  const { user, shownAddress } = renderScreen(address, routes, { role: 'company_admin' })
  await screen.findByText('Nimic de afișat.')
  await user.keyboard('/')
  await user.keyboard(PERSONAL)
  await expect.poll(() => JSON.stringify(server.received(list).at(-1))).toContain(PERSONAL)
  expect(shownAddress()).not.toMatch(/Ileana|0744/)
  expect(addresses.mock.calls.map(([to]) => String(to)).filter((to) => /Ileana|0744/.test(to))).toEqual([])
})
