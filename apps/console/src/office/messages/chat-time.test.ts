import { expect, test } from 'vitest'
import { messageTime } from './chat-time.ts'

const NOW = new Date('2026-03-02T09:00:00+02:00')

test.each([
  ['2026-03-02T00:01:00+02:00', '00:01', '00:01'],
  ['2026-03-01T23:59:00+02:00', '01.03', '01.03 23:59'],
  ['2026-02-20T08:30:00+02:00', '20.02', '20.02 08:30'],
  ['2025-12-31T10:00:00+02:00', '31.12.2025', '31.12.2025 10:00'],
])('a message of %s is shown with %s in the list and with %s in the conversation', (at, inList, inTalk) => {
  expect(messageTime(new Date(at), NOW, 'day alone')).toBe(inList)
  expect(messageTime(new Date(at), NOW, 'with the hour')).toBe(inTalk)
})
