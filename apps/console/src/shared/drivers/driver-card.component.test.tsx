import { type DriverDetails, readDriver } from '@dispecerat/contract/orders/company-dispatch'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announce } from '../../realtime/live-socket.ts'
import { workspaceRoutes } from '../../routes/workspace-routes.tsx'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render.tsx'
import { DriverCard } from './driver-card.tsx'

const DRIVER: DriverDetails = {
  id: 101,
  identifier: 'B1',
  name: 'Ion Pop',
  phone: null,
  email: null,
  balance: 0,
  balance_is_low: false,
  is_busy: false,
  is_paused: false,
  is_online: true,
  high_priority: false,
  ban_until: null,
  ban_reason: null,
  default_car: null,
  current_location: null,
  lat: null,
  lng: null,
  current_polygon_id: null,
  implausible_position: 'mock',
  app_version: null,
  rating: { mean: null, count: 0 },
  photo_url: null,
  is_simulated: false,
  active_orders: [],
  today: {
    shift_started_at: null,
    offers_received: 0,
    offers_accepted: 0,
    offers_refused: 0,
    offers_ignored: 0,
    orders_finished: 0,
  },
}

test('the card gives in plain text the reason why a position is implausible', async () => {
  const server = fakeServer()
  server.reply(readDriver, { data: DRIVER })
  server.ignoreOthers()
  renderScreen('/operator/order/0', workspaceRoutes, { only: () => <DriverCard id={101} /> })
  await screen.findByText('Poziția este falsificată de altă aplicație de pe telefon; căutarea nu ține cont de ea.')
})

test('an open card follows a position that becomes implausible and plausible again', async () => {
  const server = fakeServer()
  const answer = (implausible_position: DriverDetails['implausible_position']) =>
    server.reply(readDriver, { data: { ...DRIVER, implausible_position } })
  answer(null)
  server.ignoreOthers()
  renderScreen('/operator/order/0', workspaceRoutes, { only: () => <DriverCard id={101} /> })
  await screen.findByRole('heading', { name: 'B1 · Ion Pop' })

  const place = { indicativ: 'B1', lat: 45.6, long: 25.6, heading: null, is_busy: false, is_paused: false }
  const position = { ...place, userId: 101, ban_until: null, age_s: 1 }
  const frame = (more: { is_implausible?: true }) =>
    act(() => announce('ws_driver_positions', { positions: [{ ...position, ...more }], gone: [] }))
  answer('jump')
  frame({ is_implausible: true })
  await screen.findByText('Poziția sare mai repede decât poate merge o mașină; căutarea nu ține cont de ea.')
  answer(null)
  frame({})
  await screen.findByRole('heading', { name: 'B1 · Ion Pop' })
  /* An unchanged position triggers no request. */
  const requests = server.received(readDriver).length
  frame({})
  expect(server.received(readDriver)).toHaveLength(requests)
})

test('the name on the card opens the page of the driver in a new tab', async () => {
  const server = fakeServer()
  server.reply(readDriver, { data: { ...DRIVER, implausible_position: null } })
  server.ignoreOthers()
  renderScreen('/operator/order/0', workspaceRoutes, { only: () => <DriverCard id={101} /> })
  const name = await screen.findByRole('link', { name: 'Ion Pop' })
  expect([name.getAttribute('href'), name.getAttribute('target')]).toEqual(['/user/101/driver', '_blank'])
  screen.getByRole('heading', { name: 'B1 · Ion Pop' })
})
