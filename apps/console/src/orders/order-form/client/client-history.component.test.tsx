import type { ClientView } from '@dispecerat/contract/orders/clients'
import { searchOrders } from '@dispecerat/contract/orders/order-search'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { workspaceRoutes } from '../../../routes/workspace-routes.tsx'
import { fakeServer } from '../../../testing/fake-server.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { FormLinks } from '../form-links.tsx'

const PHONE = '+40722333444'
const AT = '2026-03-18 10:00:00'
const ORDER: OrderView = {
  id: 41,
  order_no: 1,
  state: 'finished',
  trip_state: null,
  client_phone: PHONE,
  phone: PHONE,
  name: null,
  client_name: null,
  about_client: null,
  client_id: 5,
  client: null,
  address: 'Gara',
  places: [],
  created_at: AT,
  updated_at: AT,
  version: 1,
  created_by_company_id: 1,
  processed_by_company_id: null,
  dispatcher_id: null,
  dispatcher: null,
  departure_time: AT,
  start_at: null,
  assigned_at: null,
  trip_started_at: null,
  trip_finished_at: AT,
  canceled_at: null,
  driver_id: null,
  driver: null,
  car_indicativ: null,
  is_next: false,
  custom_driver_ids: [],
  manually_assigned: false,
  waiting_driver_time: null,
  send_to_other_company: false,
  search_company_ids: [1],
  service_id: 1,
  options: {},
  protocol_user: null,
  in_pending_queue: false,
  call: null,
  always_in_call: false,
  call_state: null,
  call_started_at: null,
  call_ended_at: null,
  call_playback_state: null,
  call_need_interaction: false,
  cancellation_reason_type: null,
  cancellation_reason_text: null,
  cost: 20,
  cancelled_by: null,
  cancelled_by_user: null,
  cancelled_by_identifier: null,
  fare_doubt: null,
  arrival_doubt: null,
  car_warning: null,
  replacement_since: null,
  estimated_cost: null,
  lead_minutes: null,
  lead_source: null,
  discounted_cost: null,
  payment_type: 'cash',
  rating: null,
  finance_info: { driver_payment: null, is_paid: false, is_invoiced: false, fare_left: 0 },
  discount_condition_id: null,
  discount_name: null,
  discount_amount: null,
  discount_compensated: null,
  package_note: null,
  cod_amount: null,
  weight_kg: null,
  prep_minutes: null,
  proof_photo_at: null,
}
const CLIENT = { id: 5, phone: PHONE, name: 'Ana' } as ClientView

/** The links of a form whose client is loaded only when the button is pressed. */
function Form() {
  const [client, setClient] = useState<ClientView | null>(null)
  const [phone, setPhone] = useState(PHONE)
  return (
    <>
      <button type="button" onClick={() => setClient(CLIENT)}>
        looked up
      </button>
      <button type="button" onClick={() => setPhone('+40722333555')}>
        other phone
      </button>
      <FormLinks phone={phone} client={client} onPick={() => undefined} />
    </>
  )
}

test('a client that becomes known while the history is open changes neither its rows nor the focus', async () => {
  const server = fakeServer()
  const meta = { total: 1, total_is_capped: false, page: 1, per_page: 30, next_cursor: null }
  server.reply(searchOrders, { data: [ORDER], meta })
  const { user } = renderScreen('/operator/order/0', workspaceRoutes, { only: Form })
  const known = await screen.findByText('looked up')
  await user.keyboard('{Alt>}i{/Alt}')
  const row = await screen.findByRole('link', { name: '41' })
  await expect.poll(() => document.activeElement).toBe(row)
  fireEvent.click(known)
  expect(screen.getByRole('link', { name: '41' })).toBe(row)
  expect(document.activeElement).toBe(row)

  /* Another phone has another history, found by its client. */
  fireEvent.click(screen.getByText('other phone'))
  await expect.poll(() => server.received(searchOrders)).toHaveLength(2)
  expect(server.received(searchOrders).map(({ body }) => [body.term, body.driver_or_client_id])).toEqual([
    [PHONE, undefined],
    [undefined, 5],
  ])
})
