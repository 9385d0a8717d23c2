import { listCallColleagues, transferCall } from '@dispecerat/contract/telephony/calls'
import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { NO_CALLS } from '../../shared/telephone/call-lines.ts'
import { applyCall, applyCallEvent, useCalls } from '../../shared/telephone/calls-store.ts'
import { CALL } from '../../testing/a-call.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPart } from '../../testing/render.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

const COLLEAGUE = 8

test('a transfer reply that arrives after a newer event does not restore the older state of the call', async () => {
  onTestFinished(() => useCalls.setState(NO_CALLS))
  const server = fakeServer()
  server.reply(listCallColleagues, { data: [{ id: COLLEAGUE, name: 'Ion', is_reachable: true, is_talking: false }] })
  const passed = { ...CALL, dispatcher_id: COLLEAGUE, dispatcher_name: 'Ion' }
  applyCall(CALL)
  const replied = server.hold(transferCall, { data: passed })
  const user = renderPart(<TransferDialog call={CALL} onClose={() => undefined} />)
  await user.click(await screen.findByRole('button', { name: /Ion/ }))
  await expect.poll(() => server.received(transferCall)).toHaveLength(1)
  act(() => applyCallEvent({ ...passed, state: 'on_hold' }))
  replied()
  await screen.findByText('Apelul a fost predat: Ion')
  expect(useCalls.getState().byId.get(CALL.id)?.state).toBe('on_hold')
})
