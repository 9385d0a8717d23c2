import type { ScheduledOrder } from '@dispecerat/contract/dispatch/scheduled-orders'
import { editOrder } from '@dispecerat/contract/orders/orders'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anOrder } from '../../testing/an-order.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { useMove } from './use-scheduled-acts.ts'

const listed = (id: number): ScheduledOrder => ({
  id,
  company_id: 1,
  order_no: id,
  version: 1,
  departure_time: '2026-07-13 08:00:00',
  start_at: '2026-07-13 07:45:00',
  lead_minutes: 15,
  lead_source: 'default',
  has_own_lead: false,
  phone: null,
  name: null,
  state: 'pending',
  place_names: [],
  options: [],
  made_by: null,
  driver_id: null,
  car_indicativ: null,
  no_rules: false,
})
const saved = (id: number, version: number, departure_time: string) => ({
  data: anOrder({ id, version, departure_time }),
})

/** The list as it was loaded before any of the moves. */
function Cards() {
  const { move } = useMove()
  const button = (id: number, hour: string) => (
    <button
      type="button"
      onClick={() => void move({ order: listed(id), at: new Date(`2026-07-13T${hour}:00Z`), leadMinutes: null })}
    >
      {`${id} la ${hour}`}
    </button>
  )
  return (
    <>
      {button(1, '09:00')}
      {button(1, '10:00')}
      {button(2, '11:00')}
    </>
  )
}

function draw() {
  const server = fakeServer()
  const user = renderPart(<Cards />)
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const sent = () =>
    server.received(editOrder).map(({ params, body, version }) => [params.id, body.departure_time, version])
  return { server, press, sent }
}

test('moves before the list is refetched have the version of the reply before', async () => {
  const { server, press, sent } = draw()
  const first = server.hold(editOrder, saved(1, 2, '2026-07-13 09:00:00'))
  await press('1 la 09:00')
  await press('1 la 10:00')
  await expect.poll(sent).toEqual([[1, '2026-07-13 09:00:00', 1]])
  server.reply(editOrder, saved(1, 3, '2026-07-13 10:00:00'))
  first()
  await expect.poll(() => sent().at(-1)).toEqual([1, '2026-07-13 10:00:00', 2])

  server.reply(editOrder, saved(1, 4, '2026-07-13 09:00:00'))
  const toast = (await screen.findByText(/13:00/)).parentElement as HTMLElement
  within(toast).getByRole('button', { name: 'Anulează mutarea' }).click()
  await screen.findByText('Comanda este iar la ora dinainte')
  expect(sent().at(-1)).toEqual([1, '2026-07-13 09:00:00', undefined])
})

test('an order moved to an hour that cannot be promised is moved, with a warning', async () => {
  const { server, press, sent } = draw()
  const warning = {
    reason: 'rarely_served' as const,
    needed_minutes: null,
    left_minutes: null,
    orders: 40,
    unserved: 12,
  }
  server.reply(editOrder, { ...saved(1, 2, '2026-07-13 09:00:00'), warning })
  await press('1 la 09:00')
  await screen.findByText('Ora nu se poate promite: din 40 de comenzi de aici, la ora asta, 12 n-au găsit șofer.')
  expect(sent()).toHaveLength(1)
})

test('another order moved while a move is in flight is moved after it', async () => {
  const { server, press, sent } = draw()
  const first = server.hold(editOrder, saved(1, 2, '2026-07-13 09:00:00'))
  await press('1 la 09:00')
  await press('2 la 11:00')
  await expect.poll(sent).toHaveLength(1)
  server.reply(editOrder, saved(2, 2, '2026-07-13 11:00:00'))
  first()
  await expect.poll(() => sent().at(-1)).toEqual([2, '2026-07-13 11:00:00', 1])
})
