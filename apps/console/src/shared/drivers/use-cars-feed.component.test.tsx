import { POSITIONS_CHANNEL } from '@dispecerat/contract/api/realtime'
import type { DriverPosition } from '@dispecerat/contract/fleet/live-map'
import { listDriverPositions } from '@dispecerat/contract/orders/company-dispatch'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { useCars } from '../../map/cars/cars-store.ts'
import { announce } from '../../realtime/live-socket.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { useCarsFeed } from './use-cars-feed.ts'

const at = (userId: number, lat: number): z.output<typeof DriverPosition> => ({
  userId,
  lat,
  long: 25.6,
  indicativ: String(userId),
  heading: null,
  is_busy: false,
  is_paused: false,
  ban_until: null,
  age_s: 1,
})

function Cars() {
  useCarsFeed()
  const cars = useCars((s) => [...s.cars.values()].map(({ id, lat }) => `${id} at ${lat}`).join(', '))
  return <p>{cars || 'none'}</p>
}

test('positions loaded before a frame arrived neither move its cars back nor restore removed ones', async () => {
  useCars.setState({ cars: new Map() })
  const server = fakeServer()
  const release = server.hold(listDriverPositions, [at(1, 45.1), at(2, 45.2), at(3, 45.3)])
  renderPart(<Cars />)
  await expect.poll(() => server.received(listDriverPositions)).toHaveLength(1)
  act(() => announce('ws_driver_positions', { positions: [at(1, 46)], gone: [2] }))
  await screen.findByText('1 at 46')
  release()
  await screen.findByText('1 at 46, 3 at 45.3')
})

test('positions are refetched when the subscription has taken effect, and a late reply to an earlier request is dropped', async () => {
  useCars.setState({ cars: new Map() })
  const server = fakeServer()
  const release = server.hold(listDriverPositions, [at(1, 45.1)])
  renderPart(<Cars />)
  await expect.poll(() => server.received(listDriverPositions)).toHaveLength(1)
  server.reply(listDriverPositions, [at(1, 45.2), at(2, 45.3)])
  act(() => announce('subscribed', { channel: POSITIONS_CHANNEL }))
  await screen.findByText('1 at 45.2, 2 at 45.3')
  const answered = vi.spyOn(Response.prototype, 'json')
  await act(async () => release())
  await expect.poll(() => answered.mock.settledResults.length).toBe(1)
  await act(async () => undefined)
  screen.getByText('1 at 45.2, 2 at 45.3')
})
