import { type CallView, holdCall, listCalls, unholdCall } from '@dispecerat/contract/calls'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useSession } from '../api/session.ts'
import { NO_PHONE, plugPhone, usePhone } from '../phone/phone-store.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { NO_CALLS } from './call-lines.ts'
import { hearCall, useCalls } from './calls-store.ts'
import { changesMade, followHold, hold, unhold } from './use-call-actions.ts'

const ME = 7
const CLIENT: CallView['client'] = {
  id: null,
  name: null,
  about: null,
  protocol_parent_user: null,
  is_blocked: false,
  blocked_reason: null,
  orders_count: 0,
  canceled_count: 0,
  last_order_at: null,
  open_order: null,
  addresses: [],
}
const CALL: CallView = {
  id: 1,
  company_id: 1,
  phone: '+40722000001',
  sip_caller_id: 'sip-1',
  direction: 'in',
  state: 'started',
  rang_at: '2026-07-13 08:00:00',
  started_at: '2026-07-13 08:00:04',
  reached_at: null,
  held_at: null,
  ended_at: null,
  is_test: false,
  dispatcher_id: ME,
  dispatcher_name: 'Dana Șerban',
  answered_by: ME,
  transferred_from: null,
  transferred_from_name: null,
  callee_driver_id: null,
  callee_driver_name: null,
  order_id: 40,
  reason_type: null,
  reason_text: null,
  client: CLIENT,
}
const HELD: CallView = { ...CALL, state: 'on_hold' }

const phone = {
  answer: vi.fn(async () => true),
  hold: vi.fn(async () => true),
  resume: vi.fn(async () => true),
  hangUp: vi.fn(async () => true),
  dial: vi.fn(async () => 'answered' as const),
  takeOver: vi.fn(),
  retry: vi.fn(),
  renew: vi.fn(),
  changeMicrophone: vi.fn(async () => undefined),
}

beforeEach(() => {
  vi.clearAllMocks()
  useSession.setState({ userId: ME })
  usePhone.setState({ ...NO_PHONE, status: 'registered', isOwner: true, talking: [CALL.sip_caller_id] })
  plugPhone(phone)
  hearCall(CALL)
  onTestFinished(() => {
    plugPhone(null)
    usePhone.setState(NO_PHONE)
    useSession.setState({ userId: null })
    useCalls.setState(NO_CALLS)
  })
})

/** What may be sent without waiting for a reply has been sent: the fake server answers within one turn. */
const everythingSent = () => new Promise((resolve) => setTimeout(resolve))
const shown = () => useCalls.getState().byId.get(CALL.id)?.state

test('a resume pressed while the hold is still on its way: the voice follows at once, the rows one after another', async () => {
  const server = fakeServer()
  const release = server.hold(holdCall, { data: HELD })
  server.reply(unholdCall, { data: CALL })
  void hold(CALL)
  await vi.waitFor(() => expect(server.received(holdCall)).toHaveLength(1))
  void unhold(HELD)
  await vi.waitFor(() => expect(phone.resume).toHaveBeenCalledOnce())
  await everythingSent()
  expect(shown()).toBe('started')
  expect(server.received(unholdCall)).toHaveLength(0)

  release()
  await changesMade(CALL.id)
  expect(server.received(unholdCall)).toHaveLength(1)
  expect(shown()).toBe('started')
})

test('a hold the server refuses lets the resume after it through', async () => {
  const server = fakeServer()
  server.refuse(holdCall, { code: 'call.unknown' })
  server.reply(unholdCall, { data: CALL })
  server.reply(listCalls, { data: [CALL] })
  void hold(CALL)
  void unhold(HELD)
  await changesMade(CALL.id)
  expect(server.received(unholdCall)).toHaveLength(1)
})

test('the voice follows a hold of the server, but none that is over when it is heard or older than what is pressed here', async () => {
  const server = fakeServer()
  followHold(CALL)
  expect(phone.hold).not.toHaveBeenCalled()
  const release = server.hold(unholdCall, { data: CALL })
  void unhold(HELD)
  followHold(HELD)
  expect(phone.hold).not.toHaveBeenCalled()
  release()
  await changesMade(CALL.id)
  followHold(HELD)
  expect(phone.hold).toHaveBeenCalledOnce()
})
