import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { administrationRoutes } from '../../routes/administration-routes.tsx'
import { companyRoutes } from '../../routes/company-routes.tsx'
import { settingsRoutes } from '../../routes/settings-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

const ROUTES = [...administrationRoutes, ...companyRoutes, ...settingsRoutes]

test.each(['/settings/company', '/settings/account', '/settings/partners', '/settings/permissions'])(
  '%s has the menu of the settings beside it',
  async (address) => {
    fakeServer().ignoreOthers()
    renderScreen(address, ROUTES, { role: 'company_admin' })
    await screen.findByRole('link', { name: 'Tarife' })
    const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map((link) => link.getAttribute('href'))).toEqual([address])
  },
)
