import { onTestFinished, vi } from 'vitest'
import { NO_CALLS } from '../shared/telephone/call-lines.ts'
import { useCalls } from '../shared/telephone/calls-store.ts'
import { NO_PHONE, type PhoneState, plugPhone, usePhone } from '../shared/telephone/phone-store.ts'

/** A registered telephone of this tab whose commands succeed. Returns its commands. */
export function fakePhone(state: Partial<PhoneState>) {
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
  usePhone.setState({ ...NO_PHONE, status: 'registered', isOwner: true, ...state })
  plugPhone(phone)
  onTestFinished(() => {
    plugPhone(null)
    usePhone.setState(NO_PHONE)
    useCalls.setState(NO_CALLS)
  })
  return phone
}
