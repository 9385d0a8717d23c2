import { assignByHand, takeBackOrder } from '@dispecerat/contract/orders/by-hand'
import { type DriverCard, listDrivers } from '@dispecerat/contract/orders/company-dispatch'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { readOrder } from '@dispecerat/contract/orders/orders'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anOrder } from '../../../testing/an-order.ts'
import { fakeServer, onePage } from '../../../testing/fake-server.ts'
import { renderPart } from '../../../testing/render.tsx'
import { ByHandKeys } from '../../workspace/by-hand-keys.tsx'

function aCard(id: number): DriverCard {
  const sign = String(id)
  return {
    id,
    identifier: sign,
    name: null,
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
    default_car: { indicativ: sign, number: `BV ${sign}`, make: null, model: null, color: null },
    current_location: null,
    lat: null,
    lng: null,
    current_polygon_id: null,
    implausible_position: null,
  }
}

const ASSIGNED = { state: 'assigned', trip_state: 'waiting_driver', driver_id: 112, car_indicativ: '112' } as const

/** A workspace with an open order, and a row of another one. */
function draw(order: Partial<OrderView>, options: { without?: string[]; openOrder?: number } = {}) {
  const server = fakeServer()
  server.reply(readOrder, ({ params }) => ({ data: anOrder({ ...order, id: Number(params.id), version: 3 }) }))
  server.reply(listDrivers, onePage([aCard(11), aCard(112), aCard(117)]))
  const part = (
    <>
      <ByHandKeys openOrder={'openOrder' in options ? options.openOrder : 7} />
      <div data-order="9">
        <button type="button">comanda 9</button>
      </div>
    </>
  )
  const user = renderPart(part, options)
  return { server, user }
}

test.each<[string, Partial<OrderView>, string]>([
  ['it is assigned', { ...ASSIGNED, driver_id: 117 }, 'Comanda este la 117'],
  ['it comes next', { ...ASSIGNED, driver_id: 117, is_next: true }, '117 o ia după cursa de acum'],
  ['the phone rings', { state: 'created' }, 'Oferită lui 117. Dacă nu acceptă, căutarea merge mai departe.'],
])('Alt+N, the call sign and Enter give the order with the version that was read; %s', async (_, reply, message) => {
  const { server, user } = draw({ state: 'created' })
  server.reply(assignByHand, { data: anOrder(reply) })
  await user.keyboard('{Alt>}n{/Alt}')
  await screen.findByRole('dialog', { name: 'Alocă acum comanda 7' })
  expect(screen.queryByRole('textbox', { name: 'Motiv (opțional)' })).toBeNull()
  await screen.findByRole('option', { name: /^117/ })
  await user.type(screen.getByRole('combobox', { name: 'Mașină' }), '117{Enter}')
  await screen.findByText(message)
  expect(server.received(assignByHand)).toMatchObject([{ params: { id: 7 }, body: { driver_id: 117 }, version: 3 }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the whole call sign wins over a longer one, and Enter in an empty field gives the order to nobody', async () => {
  const { server, user } = draw({ state: 'created' })
  server.reply(assignByHand, { data: anOrder(ASSIGNED) })
  await user.keyboard('{Alt>}n{/Alt}')
  await screen.findByRole('option', { name: /^112/ })
  const field = screen.getByRole('combobox', { name: 'Mașină' })
  await user.type(field, '{Enter}')
  await screen.findByText('Alegeți o mașină')
  expect(server.received(assignByHand)).toEqual([])
  await user.type(field, '11{Enter}')
  await expect.poll(() => server.received(assignByHand).map(({ body }) => body.driver_id)).toEqual([11])
})

test('of an assigned order the dialog says which car loses it, which is no choice, and sends the reason', async () => {
  const { server, user } = draw(ASSIGNED)
  server.reply(assignByHand, { data: anOrder(ASSIGNED) })
  await user.keyboard('{Alt>}n{/Alt}')
  await screen.findByText(/Mașina 112 pierde comanda/)
  await user.type(screen.getByRole('textbox', { name: 'Motiv (opțional)' }), 'E mai aproape')
  await screen.findByRole('option', { name: /^117/ })
  expect(screen.queryByRole('option', { name: /^112/ })).toBeNull()
  await user.type(screen.getByRole('combobox', { name: 'Mașină' }), '117{Enter}')
  await expect
    .poll(() => server.received(assignByHand).map(({ body }) => body))
    .toEqual([{ driver_id: 117, reason: 'E mai aproape' }])
})

test('an order that changed meanwhile is read again, the dialog stays with what was typed', async () => {
  const { server, user } = draw({ state: 'created' })
  server.refuse(assignByHand, { code: 'order.changed_meanwhile' })
  await user.keyboard('{Alt>}n{/Alt}')
  await screen.findByRole('option', { name: /^117/ })
  const reads = server.received(readOrder).length
  await user.type(screen.getByRole('combobox', { name: 'Mașină' }), '117{Enter}')
  await expect.poll(() => server.received(readOrder).length).toBeGreaterThan(reads)
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Mașină' }).value).toBe('117')
})

test('Alt+B and a reason take the order back; without a reason nothing is sent', async () => {
  const { server, user } = draw(ASSIGNED)
  server.reply(takeBackOrder, { data: anOrder({ state: 'created' }) })
  await user.keyboard('{Alt>}b{/Alt}')
  await screen.findByRole('dialog', { name: 'Ia înapoi comanda de la 112' })
  const reason = screen.getByRole('textbox', { name: 'Motiv' })
  await user.type(reason, '{Enter}')
  await screen.findByText('Scrieți motivul')
  expect(server.received(takeBackOrder)).toEqual([])
  await user.type(reason, 'Nu răspunde{Enter}')
  await screen.findByText('Se caută altă mașină')
  expect(server.received(takeBackOrder)).toMatchObject([{ body: { reason: 'Nu răspunde' }, version: 3 }])
})

test('a scheduled order that is taken back early is scheduled again', async () => {
  const { server, user } = draw(ASSIGNED)
  server.reply(takeBackOrder, { data: anOrder({ state: 'pending' }) })
  await user.keyboard('{Alt>}b{/Alt}')
  await user.type(await screen.findByRole('textbox', { name: 'Motiv' }), 'Nu mai poate{Enter}')
  await screen.findByText('Comanda este din nou programată')
})

test('the key is for the row that has the focus, not for the open order', async () => {
  const { user } = draw({ state: 'created', order_no: null })
  screen.getByRole('button', { name: 'comanda 9' }).focus()
  await user.keyboard('{Alt>}n{/Alt}')
  await screen.findByRole('dialog', { name: 'Alocă acum comanda 9' })
})

test('Esc in the field closes the dialog', async () => {
  const { user } = draw({ state: 'created' })
  await user.keyboard('{Alt>}n{/Alt}')
  await user.type(await screen.findByRole('combobox', { name: 'Mașină' }), '11{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('where it is impossible the reason is shown, and no dialog', async () => {
  const { user } = draw({ ...ASSIGNED, trip_state: 'started' })
  await user.keyboard('{Alt>}b{/Alt}')
  await screen.findByText('Clientul este deja în mașină')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('without an order, and without the permission, the keys do nothing', async () => {
  const { server, user } = draw({ state: 'created' }, { openOrder: undefined as never })
  await user.keyboard('{Alt>}n{/Alt}')
  expect(server.received(readOrder)).toEqual([])
})

test('a user who may not dispatch has no such keys', async () => {
  const { server, user } = draw({ state: 'created' }, { without: ['orders.dispatch'] })
  await user.keyboard('{Alt>}n{/Alt}')
  expect(server.received(readOrder)).toEqual([])
})
