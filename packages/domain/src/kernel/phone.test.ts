import { expect, test } from 'vitest'
import { isPhone, maskPhone, normalizePhone, prettyPhone, showPhone, takesSms } from './phone.ts'

test.each([
  ['0722 333 444', '+40722333444'],
  ['0722-333.444', '+40722333444'],
  ['(0268) 412 345', '+40268412345'],
  ['+40 722 333 444', '+40722333444'],
  ['0040722333444', '+40722333444'],
  ['00491701234567', '+491701234567'],
  ['40722333444', '+40722333444'],
])('%s is stored as %s', (typed, stored) => {
  expect(normalizePhone(typed)).toBe(stored)
  expect(isPhone(stored)).toBe(true)
})

test.each(['', '07', 'abc', '+', '+0722333444', '000722333444', '07223334440000000'])('%j is not a phone', (typed) => {
  expect(isPhone(normalizePhone(typed))).toBe(false)
})

test("a Romanian number is shown without its prefix, another country's with it", () => {
  expect(showPhone('+40722333444')).toBe('0722333444')
  expect(prettyPhone('+40722333444')).toBe('0722 333 444')
  expect(prettyPhone('+491701234567')).toBe('+491701234567')
})

test('logs show only three digits', () => {
  expect(maskPhone('+40722333444')).toBe('…444')
})

test.each<[string, readonly string[] | undefined, boolean]>([
  ['+40722333444', undefined, true],
  ['+40268401401', undefined, false],
  ['+447700900123', undefined, false],
  ['+447700900123', ['+40', '+44'], true],
  ['+40722333444', ['+44'], false],
  ['+40', undefined, false],
])('%s with %j granted takes an SMS: %s', (phone, prefixes, takes) => {
  expect(takesSms(phone, prefixes)).toBe(takes)
})
