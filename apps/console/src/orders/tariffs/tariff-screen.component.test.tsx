import { listChanges } from '@dispecerat/contract/office/changes'
import { readTariff } from '@dispecerat/contract/orders/tariffs'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settingsRoutes } from '../../routes/settings-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'

const TAXI = {
  id: 3,
  company_id: 1,
  service_id: 1,
  service_name: 'Taxi',
  name: 'Taxi',
  version: 1,
  start_fee: 5,
  per_km: 3,
  per_minute_wait: 0.5,
  min_cost: 0,
  night_percent: 0,
  night_from: '22:00',
  night_to: '06:00',
}

test('the calculator follows the edited tariff and shows the saved one beside it until the changes are discarded', async () => {
  const server = fakeServer()
  server.reply(readTariff, { data: TAXI })
  server.reply(listChanges, { data: [], has_more: false })
  const { user } = renderScreen('/settings/tariffs/3', settingsRoutes, { role: 'company_admin' })
  const calculator = within(await screen.findByRole('region', { name: 'Calculator' }))
  const type = async (label: string, text: string) => {
    /* A disabled field is a placeholder until the number field has loaded. */
    await expect.poll(() => screen.getByLabelText(label)).toHaveProperty('disabled', false)
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), text)
  }
  await type('Distanța (km)', '10')
  await type('Pornire (RON)', '7,77')
  expect(calculator.getByRole('row', { name: /^Pornire/ }).textContent).toContain('7,77 RON')
  expect(calculator.getByRole('row', { name: /^Total/ }).textContent).toContain('37,77 RON')
  calculator.getByText('Cu tariful salvat: 35,00 RON')
  await user.click(screen.getByRole('button', { name: 'Renunță' }))
  await expect.poll(() => calculator.queryByText(/^Cu tariful salvat/)).toBeNull()
})
