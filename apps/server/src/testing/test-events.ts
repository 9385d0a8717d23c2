import { EVENT_ACCESS, type EventAccess, type EventTable } from '@dispecerat/contract/api/event-access'

const ROW: EventAccess = {
  may: ['session.own'],
  fields: { driver_id: true, order_id: true, order: true, filler: true },
}
const NAMES = ['test_changed', 'test_counts', 'test_event', 'test_first', 'test_last', 'test_row', 'test_told']

/** The contract's events, and some that only tests of the websocket itself send. */
export const TEST_EVENTS: EventTable = {
  ...EVENT_ACCESS,
  ...Object.fromEntries(NAMES.map((name) => [name, [ROW]])),
}
