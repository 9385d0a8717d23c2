import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { reportRoutes } from '../../routes/report-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

test('a list of orders that does not exist is the page that does not exist', async () => {
  fakeServer()
  renderScreen('/orders/altele', reportRoutes)
  await screen.findByRole('heading', { name: 'Pagina nu există.' })
})
