import { EVENT_ACCESS, type EventAccess, type EventTable } from '@dispecerat/contract/api/event-access'
import type { LogEvent } from '../platform/db/event-log.ts'
import type { Login } from '../platform/http/authenticate.ts'
import type { Realtime, SocketKind } from '../platform/realtime/realtime.ts'

const ROW: EventAccess = {
  may: ['session.own'],
  fields: { driver_id: true, order_id: true, order: true, filler: true },
}
const NAMES = [
  'test_changed',
  'test_counts',
  'test_event',
  'test_first',
  'test_greeting',
  'test_last',
  'test_row',
  'test_told',
] as const

/** The contract's events, and some that only tests of the websocket itself send. */
export const TEST_EVENTS: EventTable = {
  ...EVENT_ACCESS,
  ...Object.fromEntries(NAMES.map((name) => [name, [ROW]])),
}

interface TestData {
  driver_id?: number
  order_id?: number
  order?: null
  filler?: string
  userId?: number
}
interface TestFrame {
  event: (typeof NAMES)[number]
  data: TestData
}
interface Addressees {
  channel?: string
  toCompanies?: readonly number[]
  toUsers?: readonly number[]
}

/** An event of a test, for the log: production code cannot record it. */
export function testEvent(event: TestFrame & Addressees): LogEvent {
  return namedEvent(event.event, event, event.data)
}

/** An event under any name: the log stores and sends it without knowing what it says. */
export function namedEvent(event: string, to: Addressees, data: object = {}): LogEvent {
  const { channel, toCompanies, toUsers } = to
  return { event, channel, toCompanies, toUsers, data } as LogEvent
}

/** The websocket API for events of tests. */
interface TestRealtime {
  enrich(
    event: TestFrame['event'],
    load: (events: readonly { seq: number; data: TestData }[]) => Promise<Map<number, TestData>>,
  ): void
  onConnect(kind: SocketKind, frames: (login: Login) => Promise<TestFrame[]>): void
  publish(frame: TestFrame & { toCompanies: readonly number[] }): void
}

export function testRealtime(realtime: Realtime): TestRealtime {
  return realtime as unknown as TestRealtime
}
