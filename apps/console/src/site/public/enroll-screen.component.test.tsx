import { readSignUpMode } from '@dispecerat/contract/site/sign-up'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { siteRoutes } from '../../routes/site-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

test('when registration is off the page says so and shows no form', async () => {
  fakeServer().reply(readSignUpMode, { data: { mode: 'off' } })
  renderScreen('/business/enroll', siteRoutes)
  await screen.findByText('Înscrierea firmelor este închisă acum. Scrieți-ne ca să vă deschidem un cont.')
  expect(screen.queryByLabelText('CUI')).toBeNull()
})
