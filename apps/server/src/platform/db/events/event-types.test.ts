import { asId, type CompanyId, type DriverId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import type { LogEvent, StoredEvent } from './event-types.ts'

const ORDER = asId<OrderId>(7)
const DRIVER = asId<DriverId>(8)
const COMPANY = asId<CompanyId>(1)

test('an event compiles with the name, the fields and the addressees of the contract, and no other', () => {
  const recorded: LogEvent[] = [
    { event: 'order_updated', toCompanies: [COMPANY], data: { order_id: ORDER, state: 'pending', trip_state: null } },
    { event: 'order_updated', toUsers: [DRIVER], data: { order_id: ORDER, driver_id: DRIVER } },
    { event: 'messages_read', toUsers: [DRIVER], data: { read_to: 1 } },
    { event: 'session_revoked', data: { token_ids: [1] } },
  ]
  const refused: LogEvent[] = [
    // @ts-expect-error: an unknown name
    { event: 'order_upated', toCompanies: [COMPANY], data: { order_id: ORDER } },
    // @ts-expect-error: a volatile event is published, not recorded
    { event: 'order_lookers', toCompanies: [COMPANY], data: { order_id: ORDER, dispatchers: [] } },
    // @ts-expect-error: a missing field
    { event: 'order_driver_found', toCompanies: [COMPANY], data: { order_id: ORDER } },
    // @ts-expect-error: an additional field
    { event: 'order_driver_found', toCompanies: [COMPANY], data: { order_id: ORDER, driver_id: DRIVER, name: 'Ion' } },
    // @ts-expect-error: a misspelt field
    { event: 'own_order_changed', toUsers: [DRIVER], data: { orderId: ORDER } },
    // @ts-expect-error: a wrong value
    { event: 'order_reminder', toCompanies: [COMPANY], data: { order_id: ORDER, kind: 'late' } },
    // @ts-expect-error: a row that is read when the event is sent
    { event: 'live_orders_updated', toCompanies: [COMPANY], data: { order_id: ORDER, type: 'live', order: null } },
    // @ts-expect-error: the data of a driver, to consoles
    { event: 'order_updated', toCompanies: [COMPANY], data: { order_id: ORDER, driver_id: DRIVER } },
    // @ts-expect-error: the data of consoles, to a driver
    { event: 'order_updated', toUsers: [DRIVER], data: { order_id: ORDER, state: 'pending', trip_state: null } },
    // @ts-expect-error: fields of both
    { event: 'incident_changed', toUsers: [DRIVER], data: { id: 1, status: 'open', incident_id: 1 } },
    // @ts-expect-error: an event for the nodes has no addressee
    { event: 'session_revoked', toUsers: [DRIVER], data: { token_ids: [1] } },
  ]
  expect([recorded.length, refused.length]).toEqual([4, 11])
})

test('the name of a stored event tells its data', () => {
  const idsOf = (event: StoredEvent): readonly number[] => {
    if (event.event === 'priorities_changed') return event.data.driver_ids
    // @ts-expect-error: the field of another event
    if (event.event === 'cars_changed') return event.data.driver_ids
    return event.event === 'order_updated' && 'driver_id' in event.data ? [event.data.driver_id] : []
  }
  const stored = { channel: null, toCompanies: [], toUsers: [DRIVER], seq: 1, at: new Date(0) }
  const data = { order_id: ORDER, driver_id: DRIVER }
  expect(idsOf({ ...stored, event: 'order_updated', data })).toEqual([DRIVER])
})
