import { type CallView, holdCall, listCalls, unholdCall } from '@dispecerat/contract/calls'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useSession } from '../api/session.ts'
import { CALL, ME } from '../testing/a-call.ts'
import { fakePhone } from '../testing/fake-phone.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { hearCall, useCalls } from './calls-store.ts'
import { changesMade, followHold, hold, unhold } from './use-call-actions.ts'

const HELD: CallView = { ...CALL, state: 'on_hold' }

let phone: ReturnType<typeof fakePhone>

beforeEach(() => {
  useSession.setState({ userId: ME })
  phone = fakePhone({ talking: [CALL.sip_caller_id] })
  hearCall(CALL)
  onTestFinished(() => useSession.setState({ userId: null }))
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
