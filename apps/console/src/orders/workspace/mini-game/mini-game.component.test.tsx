import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { announce } from '../../../realtime/live-socket.ts'
import { renderPart } from '../../../testing/render.tsx'
import { MiniGame } from './mini-game.tsx'

const KEYS: Record<string, string> = { Piatră: '1', Hârtie: '2', Foarfecă: '3' }

test('the game is played with the digits to its end and starts again', async () => {
  const user = renderPart(<MiniGame />)
  vi.spyOn(Math, 'random').mockReturnValue(0)
  for (const move of ['Piatră', 'Foarfecă', 'Hârtie', 'Hârtie']) {
    await user.keyboard(KEYS[move] ?? '')
    screen.getByText(new RegExp(`^Tu: ${move} · Calculatorul: Piatră`))
  }
  screen.getByText(/Ai câștigat!$/)
  await user.click(screen.getByText('Joacă din nou'))
  screen.getByText('0–0, primul la 2')
})

test('the game closes when an order arrives, not when an older one changes', () => {
  renderPart(<MiniGame />)
  const announceOrder = (created: Date) =>
    act(() => announce('live_orders_updated', { order_id: 9, type: 'in-call', order: orderOf(created) }))
  announceOrder(new Date(Date.now() - 60_000))
  screen.getByRole('button', { name: /^Piatră/ })
  announceOrder(new Date())
  expect(screen.queryByRole('button', { name: /^Piatră/ })).toBeNull()
  screen.getByRole('button', { name: 'Joacă până sună cineva' })
})

function orderOf(created: Date): OrderRow {
  return {
    id: 9,
    order_no: null,
    state: 'created',
    trip_state: null,
    phone: '+40722000112',
    name: null,
    address: 'Gara',
    place_names: ['Gara'],
    car_indicativ: null,
    driver_id: null,
    dispatcher_id: null,
    created_at: toWireTime(created),
    departure_time: toWireTime(created),
    start_at: null,
    assigned_at: null,
    waiting_driver_time: null,
    trip_finished_at: null,
    canceled_at: null,
    in_pending_queue: false,
    always_in_call: false,
    call_need_interaction: false,
    call: null,
    cancellation_reason_type: null,
    cod_amount: null,
    prep_minutes: null,
    fare_doubt: null,
    arrival_doubt: null,
    car_warning: null,
    replacement_since: null,
    lists: ['in-call'],
  }
}
