import { readInvoice } from '@dispecerat/contract/billing/invoices'
import { readContract } from '@dispecerat/contract/billing/protocol'
import { readCar } from '@dispecerat/contract/fleet/cars'
import { readDevice } from '@dispecerat/contract/fleet/devices'
import { listMyCompanies, readPerson } from '@dispecerat/contract/office/people'
import { readDiscount } from '@dispecerat/contract/orders/discounts'
import { readTariff } from '@dispecerat/contract/orders/tariffs'
import { openContent } from '@dispecerat/contract/site/content'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../testing/fake-server.ts'
import { renderScreen } from '../testing/render.tsx'
import { contentAdminRoutes } from './content-routes.tsx'
import { discountRoutes } from './discount-routes.tsx'
import { fleetOfficeRoutes } from './fleet-office-routes.tsx'
import { peopleRoutes } from './people-routes.tsx'
import { protocolRoutes } from './protocol-routes.tsx'
import { requireIdOrNew } from './require-id.ts'
import { settingsRoutes } from './settings-routes.tsx'

const PAGES = [
  ['/car/ID', fleetOfficeRoutes, readCar, 'car.unknown'],
  ['/device/ID', fleetOfficeRoutes, readDevice, 'device.unknown'],
  ['/user/ID/driver', peopleRoutes, readPerson, 'user.unknown'],
  ['/discount/ID', discountRoutes, readDiscount, 'discount.unknown'],
  ['/content/ID', contentAdminRoutes, openContent, 'content.unknown'],
  ['/protocol/ID', protocolRoutes, readContract, 'contract.unknown'],
  ['/protocol/invoices/ID', protocolRoutes, readInvoice, 'invoice.unknown'],
  ['/settings/tariffs/ID', settingsRoutes, readTariff, 'tariff.unknown'],
] as const

test.each(PAGES)(
  '%s of a row that does not exist says so and has no retry button',
  async (page, routes, read, code) => {
    const server = fakeServer()
    server.reply(listMyCompanies, { data: [] })
    server.refuse(read, { code })
    server.ignoreOthers()
    renderScreen(page.replace('ID', '77'), routes, { role: 'admin' })
    await screen.findByRole('heading', { name: /nu există|nu a fost găsită/i })
    expect(screen.queryByRole('button', { name: 'Reîncearcă' })).toBeNull()
  },
)

test.each(PAGES)(
  '%s with an id that no row can have is not found, and nothing is requested',
  async (page, routes, read) => {
    const server = fakeServer()
    server.ignoreOthers()
    server.reply(listMyCompanies, { data: [] })
    server.neverReply(read)
    renderScreen(page.replace('ID', '0'), routes, { role: 'admin' })
    await screen.findByRole('heading', { name: 'Pagina nu există.' })
    expect(server.received(read)).toEqual([])
  },
)

test.each(['0', '00', '007', '-1', '1e3', 'nou', '9999999999999999'])('no row has the id %s', (id) => {
  expect(() => requireIdOrNew(id)).toThrow()
})

test.each(['1', '70', '999999999999999', 'new'])('a row may have the id %s', (id) => {
  expect(() => requireIdOrNew(id)).not.toThrow()
})
