import { expect, test } from 'vitest'
import { ro } from '../../text/ro.ts'
import { endingOf } from './order-ending.ts'

const ending = (type: Parameters<typeof endingOf>[0]['cancellation_reason_type'], text: string | null = null) =>
  endingOf({ cancellation_reason_type: type, cancellation_reason_text: text })

test('a search without drivers and a client who hung up are reported; a deliberate cancellation is not', () => {
  expect(ending('no_drivers_found')).toBe('no_drivers')
  expect(ending('call_ended')).toBe('call_ended')
  expect(ending('dispatcher_canceled', 'Client finished call')).toBe('call_ended')
  expect(ending('dispatcher_canceled', 'Altă adresă')).toBeNull()
  expect(ending('client_canceled')).toBeNull()
  expect(ending('driver_canceled', '7~pană')).toBeNull()
})

test('the two texts of an ended call begin with a Latin C', () => {
  expect([ro.order.callEnded, ro.order.callEndedElsewhere].map((text) => text.codePointAt(0))).toEqual([0x43, 0x43])
})
