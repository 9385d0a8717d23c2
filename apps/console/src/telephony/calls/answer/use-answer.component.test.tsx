import type { BodyOf, ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import type { ClientView } from '@dispecerat/contract/orders/clients'
import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { editOrder } from '@dispecerat/contract/orders/orders'
import { acceptCall, type CallView, listCalls } from '@dispecerat/contract/telephony/calls'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { emptyDraft, emptyPlace } from '../../../orders/order-form/draft/order-draft.ts'
import { savedDraftKey, storedDraft } from '../../../orders/order-form/saved/use-saved-draft.ts'
import { workspaceRoutes } from '../../../routes/workspace-routes.tsx'
import { callDraftKey, type HowToAnswer, useAnswering } from '../../../shared/telephone/answering.ts'
import { loadCallOrderForm, registerCallOrderForm } from '../../../shared/telephone/order-form/call-order-form.ts'
import { usePhone } from '../../../shared/telephone/phone-store.ts'
import { CALL, ME } from '../../../testing/a-call.ts'
import { fakePhone } from '../../../testing/fake-phone.ts'
import { type FakeServer, fakeServer } from '../../../testing/fake-server.ts'
import { renderScreen } from '../../../testing/render.tsx'
import { useAnswer } from './use-answer.ts'

const RINGING: CallView = {
  ...CALL,
  state: 'pending',
  started_at: null,
  dispatcher_id: null,
  dispatcher_name: null,
  answered_by: null,
  order_id: null,
}
const CLIENT: ClientView = { ...CALL.client, phone: CALL.phone }
const AT = '2026-07-13 08:00:04'
const DRAFT: OrderView = {
  id: 40,
  order_no: null,
  state: 'new',
  trip_state: null,
  version: 1,
  created_at: AT,
  updated_at: AT,
  client_phone: CALL.phone,
  phone: CALL.phone,
  name: null,
  client_name: null,
  about_client: null,
  client_id: null,
  client: null,
  address: null,
  places: [],
  created_by_company_id: 1,
  processed_by_company_id: 1,
  dispatcher_id: CALL.dispatcher_id,
  dispatcher: null,
  departure_time: AT,
  start_at: null,
  assigned_at: null,
  trip_started_at: null,
  trip_finished_at: null,
  canceled_at: null,
  driver_id: null,
  driver: null,
  car_indicativ: null,
  custom_driver_ids: [],
  manually_assigned: false,
  is_next: false,
  waiting_driver_time: null,
  send_to_other_company: false,
  search_company_ids: [],
  service_id: 1,
  options: {},
  protocol_user: null,
  in_pending_queue: false,
  always_in_call: false,
  call: null,
  call_state: 'active',
  call_started_at: AT,
  call_ended_at: null,
  call_playback_state: null,
  call_need_interaction: false,
  cancellation_reason_type: null,
  cancellation_reason_text: null,
  cancelled_by: null,
  cancelled_by_user: null,
  cancelled_by_identifier: null,
  cost: null,
  fare_doubt: null,
  arrival_doubt: null,
  car_warning: null,
  replacement_since: null,
  estimated_cost: null,
  lead_minutes: null,
  lead_source: null,
  discounted_cost: null,
  payment_type: 'cash',
  discount_condition_id: null,
  discount_name: null,
  finance_info: { driver_payment: null, is_paid: false, is_invoiced: false, fare_left: 0 },
  discount_amount: null,
  discount_compensated: null,
  rating: null,
  proof_photo_at: null,
  package_note: null,
  cod_amount: null,
  weight_kg: null,
  prep_minutes: null,
}
const ACCEPTED: ReplyOf<typeof acceptCall> = { data: DRAFT, call: CALL, client: CLIENT }
const STATION = {
  id: 3,
  name: 'Gara Brașov',
  lat: 45.66,
  long: 25.61,
  place_id: null,
  bloc: null,
  scara: null,
  reper: null,
  comment: null,
}
const BODY: BodyOf<typeof acceptCall> = { phone_number: CALL.phone, sip_caller_id: CALL.sip_caller_id }

let server: FakeServer

beforeEach(() => {
  server = fakeServer()
  server.reply(listCalls, { data: [] })
  onTestFinished(() => useAnswering.setState({ now: null }))
})

function Answer({ how }: { how?: HowToAnswer }) {
  const answer = useAnswer()
  return (
    <button type="button" onClick={() => void answer(RINGING, how)}>
      Răspunde
    </button>
  )
}

/**
 * Answers and is refused because the exchange has not reported the answer yet; the reply prepared next is for the
 * request after that.
 */
async function answerTooEarly() {
  const { shownAddress } = renderScreen('/operator/order/0', workspaceRoutes, { only: () => <Answer /> })
  const button = await screen.findByRole('button')
  server.refuse(acceptCall, { code: 'call.not_answered' })
  fireEvent.click(button)
  return { shownAddress }
}

const requests = () => server.received(acceptCall).map(({ body }) => body)
const phoneRings = (isSo: boolean) => usePhone.setState({ ringing: isSo ? [CALL.sip_caller_id] : [] })
const callerOfForm = () => useAnswering.getState().now?.call.id

test('the exchange has not reported yet while the phone picks up: the form stays, and the order arrives', async () => {
  fakePhone({ ringing: [CALL.sip_caller_id] })
  const { shownAddress } = await answerTooEarly()
  const release = server.hold(acceptCall, ACCEPTED)
  await vi.waitFor(() => expect(requests()).toEqual([BODY, BODY]))
  expect([callerOfForm(), screen.queryByRole('alert')]).toEqual([CALL.id, null])

  release()
  await vi.waitFor(() => expect(shownAddress()).toBe('/operator/order/40'))
  expect(callerOfForm()).toBe(CALL.id)
})

test('a phone that rings after its event and then picks up keeps the form too', async () => {
  const phone = fakePhone({})
  phone.answer.mockReturnValue(new Promise(() => undefined))
  const { shownAddress } = await answerTooEarly()
  phoneRings(true)
  server.reply(acceptCall, ACCEPTED)
  await vi.waitFor(() => expect(shownAddress()).toBe('/operator/order/40'))
  expect(requests()).toEqual([BODY, BODY])
})

test('the phone stops ringing before the exchange has reported: the colleague who has the call is named', async () => {
  fakePhone({ ringing: [CALL.sip_caller_id] })
  await answerTooEarly()
  phoneRings(false)
  server.refuse(acceptCall, { code: 'call.taken' })
  await screen.findByText('Apel preluat de un coleg')
  expect([requests(), callerOfForm()]).toEqual([[BODY, BODY], undefined])
})

test('once the phone has stopped ringing only one more request is sent', async () => {
  fakePhone({ ringing: [CALL.sip_caller_id] })
  await answerTooEarly()
  phoneRings(false)
  await screen.findByText('Apelul nu a fost încă preluat')
  expect([requests(), callerOfForm()]).toEqual([[BODY, BODY], undefined])
})

test('a phone that has no such call, or refuses, does not keep the form', async () => {
  const phone = fakePhone({ ringing: [CALL.sip_caller_id] })
  phone.answer.mockResolvedValue(false)
  phoneRings(false)
  await answerTooEarly()
  phoneRings(true)
  await screen.findByText('Apelul nu a fost încă preluat')
  expect([requests(), callerOfForm()]).toEqual([[BODY], undefined])
})

/** The chunk of the order form that the routes registered arrives when the returned function is called. */
async function formLoadsLate() {
  const form = await loadCallOrderForm()
  let resolve: (loaded: typeof form) => void = () => undefined
  const promise = new Promise<typeof form>((load) => {
    resolve = load
  })
  const requested = vi.fn(() => promise)
  registerCallOrderForm(requested)
  onTestFinished(() => registerCallOrderForm(async () => form))
  return async () => {
    await vi.waitFor(() => expect(requested).toHaveBeenCalled())
    resolve(form)
  }
}

test('a form that loads after the server has accepted the call gets what was typed meanwhile', async () => {
  fakePhone({ ringing: [CALL.sip_caller_id] })
  const arrive = await formLoadsLate()
  const { shownAddress } = renderScreen('/operator/order/0', workspaceRoutes, { only: () => <Answer /> })
  const typed = { ...emptyDraft(), places: [{ ...emptyPlace('a'), name: 'Lungă 12' }] }
  sessionStorage.setItem(callDraftKey(ME, CALL.id), JSON.stringify(typed))
  server.reply(acceptCall, ACCEPTED)
  fireEvent.click(await screen.findByRole('button'))
  await arrive()

  await vi.waitFor(() => expect(shownAddress()).toBe('/operator/order/40'))
  expect(storedDraft(savedDraftKey(ME, DRAFT.id))?.places.map(({ name }) => name)).toEqual(['Lungă 12'])
})

test('a call answered with an address places its order when the form has loaded late', async () => {
  fakePhone({ ringing: [CALL.sip_caller_id] })
  const arrive = await formLoadsLate()
  const how = { placeFrom: { addressId: STATION.id, mayDouble: false } }
  const { shownAddress } = renderScreen('/operator/map', workspaceRoutes, { only: () => <Answer how={how} /> })
  server.reply(acceptCall, { ...ACCEPTED, client: { ...CLIENT, addresses: [STATION] } })
  server.reply(editOrder, { data: { ...DRAFT, state: 'pending', version: 2 } })
  fireEvent.click(await screen.findByRole('button'))
  await arrive()

  await vi.waitFor(() => expect(shownAddress()).toBe('/operator/order/40'))
  const placed = server.received(editOrder).map(({ body }) => [body.state, body.places?.map(({ name }) => name)])
  expect(placed).toEqual([['created', [STATION.name]]])
})
