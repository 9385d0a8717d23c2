import { type DriverDetails, readDriver } from '@dispecerat/contract/company-desk'
import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { deskRoutes } from '../routes/desk-routes.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { renderScreen } from '../testing/render.tsx'
import { DriverCard } from './driver-card.tsx'

const DRIVER: DriverDetails = {
  ...{ id: 101, identifier: 'B1', name: 'Ion Pop', phone: null, email: null, balance: 0, balance_is_low: false },
  ...{ is_busy: false, is_paused: false, is_online: true, high_priority: false, ban_until: null, ban_reason: null },
  ...{ default_car: null, current_location: null, lat: null, lng: null, current_polygon_id: null },
  ...{ implausible_position: 'mock', app_version: null, rating: { mean: null, count: 0 }, photo_url: null },
  ...{ is_simulated: false, active_orders: [] },
  today: {
    ...{ shift_started_at: null, offers_received: 0, offers_accepted: 0 },
    ...{ offers_refused: 0, offers_ignored: 0, orders_finished: 0 },
  },
}

test('the card tells in plain text why a position is not believed', async () => {
  const server = fakeServer()
  server.reply(readDriver, { data: DRIVER })
  server.ignoreOthers()
  renderScreen('/operator/order/0', deskRoutes, { only: () => <DriverCard id={101} /> })
  await screen.findByText('Poziția este falsificată de altă aplicație de pe telefon; căutarea nu ține cont de ea.')
})
