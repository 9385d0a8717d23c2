import { type CallView, holdCall, listCalls, unholdCall } from '@dispecerat/contract/telephony/calls'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useSession } from '../../api/session.ts'
import { CALL, ME } from '../../testing/a-call.ts'
import { fakeLocks } from '../../testing/fake-locks.ts'
import { fakePhone } from '../../testing/fake-phone.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { applyCall, useCalls } from './calls-store.ts'
import { changesMade, followHold, hold, unhold } from './use-call-actions.ts'

const HELD: CallView = { ...CALL, state: 'on_hold' }

let phone: ReturnType<typeof fakePhone>

beforeEach(() => {
  useSession.setState({ userId: ME })
  phone = fakePhone({ talking: [CALL.sip_caller_id] })
  applyCall(CALL)
  onTestFinished(() => useSession.setState({ userId: null }))
})

/** The fake server answers within one turn: after it, every request that waits for no reply has been sent. */
const everythingSent = () => new Promise((resolve) => setTimeout(resolve))
const shown = () => useCalls.getState().byId.get(CALL.id)?.state

test('a resume pressed while the hold is in flight: the sound follows at once, the requests are sent one after another', async () => {
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

test('the resume after a refused hold is sent', async () => {
  const server = fakeServer()
  server.refuse(holdCall, { code: 'call.unknown' })
  server.reply(unholdCall, { data: CALL })
  server.reply(listCalls, { data: [CALL] })
  void hold(CALL)
  void unhold(HELD)
  await changesMade(CALL.id)
  expect(server.received(unholdCall)).toHaveLength(1)
})

test('the sound follows a hold of the server, but none that is over when it arrives or older than what was pressed here', async () => {
  const server = fakeServer()
  await followHold(CALL)
  expect(phone.hold).not.toHaveBeenCalled()
  const release = server.hold(unholdCall, { data: CALL })
  void unhold(HELD)
  await followHold(HELD)
  expect(phone.hold).not.toHaveBeenCalled()
  release()
  await changesMade(CALL.id)
  await followHold(HELD)
  expect(phone.hold).toHaveBeenCalledOnce()
})

test('the sound follows no hold that is older than a change in another tab, and changes in this tab are visible to the others', async () => {
  const server = fakeServer()
  const locks = fakeLocks()
  const release = locks.holdElsewhere(`call-change-${CALL.id}`)
  await followHold(HELD)
  expect(phone.hold).not.toHaveBeenCalled()
  const isMade = vi.fn()
  void changesMade(CALL.id).then(isMade)
  await everythingSent()
  expect(isMade).not.toHaveBeenCalled()
  release()
  await vi.waitFor(() => expect(isMade).toHaveBeenCalledOnce())

  const answer = server.hold(unholdCall, { data: CALL })
  void unhold(HELD)
  await vi.waitFor(() => expect(server.received(unholdCall)).toHaveLength(1))
  expect(locks.held()).toEqual([`call-change-${CALL.id}`])
  answer()
  await changesMade(CALL.id)
  expect(locks.held()).toEqual([])
  await followHold(HELD)
  expect(phone.hold).toHaveBeenCalledOnce()
})
