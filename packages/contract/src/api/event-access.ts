import type { Permission } from '@dispecerat/domain/identity/permissions'
import type { ConsoleEventData, ConsoleEventName, DriverEventData, DriverEventName } from './realtime.ts'

/**
 * Access rules of a websocket event and its fields. `may`: one of these permissions is needed for the event; they are those of the
 * endpoints that return the same data. A field is true, or names a permission without which it is left out. The server sends only events
 * and fields listed here.
 */
export interface EventAccess {
  may: readonly Permission[]
  fields: Readonly<Record<string, true | Permission>>
}
type Row<Data> = { may: readonly Permission[]; fields: { [Field in keyof Data]-?: true | Permission } }

/** Events about the connection or the user's own account. */
const OWN = ['session.own'] as const
const ORDERS = ['orders.read'] as const
const CALLS = ['calls.take'] as const
const DISPATCHERS = ['statistics.read'] as const
const TALKS = ['messages.read', 'protocol_messages.own'] as const
const BILLS = ['protocol.bill'] as const
const ZONES = ['zones.read'] as const
const DRIVES = ['driver.work'] as const

const ALARM = {
  id: true,
  company_id: true,
  type: true,
  status: true,
  text: true,
  lat: true,
  long: true,
  address: true,
  order_id: true,
  driver_id: true,
  driver_name: true,
  indicativ: true,
  driver_phone: true,
  client_id: true,
  client_name: true,
  client_phone: true,
  reported_by: true,
  created_at: true,
  taken_by_name: true,
  taken_at: true,
  closed_by_name: true,
  closed_at: true,
} as const
const MESSAGE = {
  id: true,
  company_id: true,
  sender_id: true,
  receiver_id: true,
  user_id: true,
  interlocutor_id: true,
  sender_name: true,
  title: true,
  message: true,
  type: true,
  order_id: true,
  broadcast_id: true,
  is_read: true,
  delivery: true,
  created_at: true,
} as const
const READY = { may: OWN, fields: { user_id: true, resumed: true } } as const
const NOTHING = { may: OWN, fields: {} } as const
const ERROR = { may: OWN, fields: { message: true } } as const

export const CONSOLE_EVENT_ACCESS = {
  ready: READY,
  resync: NOTHING,
  pong: NOTHING,
  error: ERROR,
  subscribed: { may: OWN, fields: { channel: true } },
  events_delayed: { may: OWN, fields: { is_delayed: true } },
  saving_failing: { may: OWN, fields: { is_failing: true } },
  order_sent_to_driver: { may: ORDERS, fields: { order_id: true, round_id: true, n: true } },
  order_driver_found: { may: ORDERS, fields: { order_id: true, driver_id: true } },
  order_updated: { may: ORDERS, fields: { order_id: true, state: true, trip_state: true } },
  order_canceled: {
    may: ORDERS,
    fields: {
      order_id: true,
      cancellation_reason_type: true,
      cancellation_reason_text: true,
      cancelled_by: true,
      dispatcher_id: true,
    },
  },
  live_orders_updated: { may: ORDERS, fields: { order_id: true, type: true, order: true } },
  remove_live_order: { may: ORDERS, fields: { order_id: true, state: true } },
  order_counts: {
    may: DISPATCHERS,
    fields: {
      company_id: true,
      inCallOrdersCount: true,
      liveOrdersCount: true,
      finishedOrdersCount: true,
      canceledOrdersCount: true,
    },
  },
  order_lookers: { may: ['orders.dispatch'], fields: { order_id: true, dispatchers: true } },
  client_call_incoming: {
    may: CALLS,
    fields: { phone: true, sip_caller_id: true, started_at: true, is_test: true, call: true },
  },
  // A company's first steps learn that a call was answered, but not whose.
  client_call_accepted: {
    may: ['calls.take', 'company_settings.edit'],
    fields: { phone: 'calls.take', order_id: 'calls.take', dispatcher_id: 'calls.take', call: 'calls.take' },
  },
  client_call_dialled: { may: CALLS, fields: { phone: true, order_id: true, dispatcher_id: true, call: true } },
  client_call_transferred: {
    may: CALLS,
    fields: {
      phone: true,
      order_id: true,
      from_dispatcher_id: true,
      dispatcher_id: true,
      is_taken_over: true,
      call: true,
    },
  },
  client_call_held: { may: CALLS, fields: { phone: true, order_id: true, call: true } },
  client_call_unheld: { may: CALLS, fields: { phone: true, order_id: true, call: true } },
  client_call_ended: {
    may: CALLS,
    fields: { phone: true, order_id: true, reason_type: true, reason_text: true, call: true },
  },
  missed_calls_changed: { may: CALLS, fields: { company_id: true } },
  own_order_changed: { may: ORDERS, fields: { order_id: true } },
  own_clients_changed: { may: ['protocol_clients.own'], fields: {} },
  own_account_changed: { may: ['protocol_account.own'], fields: {} },
  own_invoices_changed: { may: ['protocol_statements.own'], fields: {} },
  driver_status_changed: { may: DISPATCHERS, fields: { driver_id: true } },
  ledger_alarm: { may: ['finances.read'], fields: { company_id: true, differences: true } },
  invoice_changed: { may: BILLS, fields: { invoice_id: true, account_id: true } },
  filing_changed: { may: ['outbox.read', 'protocol.bill'], fields: { filing_id: true, invoice_id: true } },
  outbox_changed: { may: ['outbox.read'], fields: {} },
  invoice_draft_made: { may: BILLS, fields: { company_id: true, account_id: true, month: true } },
  chat_message: { may: TALKS, fields: MESSAGE },
  messages_read: { may: TALKS, fields: { interlocutor_id: true, read_to: true } },
  message_receipt: { may: TALKS, fields: { interlocutor_id: true, delivered_to: true, read_to: true } },
  broadcast_sent: { may: ['messages.read'], fields: { broadcast_id: true, audience: true } },
  announcements_changed: { may: ['announcements.read'], fields: {} },
  incident_created: { may: ['incidents.read'], fields: ALARM },
  incident_changed: { may: ['incidents.read'], fields: ALARM },
  blocked_phones_changed: { may: ['blocked_phones.edit'], fields: {} },
  cars_changed: { may: ['cars.edit'], fields: {} },
  devices_changed: { may: ['devices.edit'], fields: {} },
  polygons_changed: { may: ZONES, fields: {} },
  stands_changed: { may: ZONES, fields: { stand_id: true } },
  stand_queue_changed: { may: ['drivers.positions'], fields: { stand_id: true, queue_length: true } },
  company_settings_changed: { may: OWN, fields: { company_id: true } },
  partners_changed: { may: ['company_settings.edit', 'orders.place'], fields: { asked_company_id: true } },
  telephone_renewed: { may: OWN, fields: {} },
  permissions_changed: { may: OWN, fields: { company_id: true } },
  order_reminder: { may: ['orders.dispatch'], fields: { order_id: true, kind: true, order: true } },
  order_warning: { may: ['orders.dispatch'], fields: { order_id: true, kind: true, indicativ: true, order: true } },
  priorities_changed: { may: DISPATCHERS, fields: { driver_ids: true } },
  search_intervals_changed: { may: ['search_rules.read'], fields: { company_id: true } },
  ws_order_drivers: { may: ['orders.history'], fields: { order_id: true, searches: true } },
  replay_progress: { may: ['search_rules.edit'], fields: { id: true, status: true, progress: true } },
  pretend_callers: { may: ['simulator.use'], fields: { company_id: true, callers: true } },
  ws_driver_positions: { may: ['drivers.positions'], fields: { positions: true, gone: true } },
  ws_supply: { may: DISPATCHERS, fields: { company_id: true, zones: true } },
} as const satisfies { [Name in ConsoleEventName]: Row<ConsoleEventData<Name>> }

export const DRIVER_EVENT_ACCESS = {
  ready: READY,
  resync: NOTHING,
  pong: NOTHING,
  error: ERROR,
  order_available: {
    may: DRIVES,
    fields: { round_id: true, order: true, expires_at: true, expires_in_ms: true, notification_method: true },
  },
  offers_snapshot: { may: DRIVES, fields: { offers: true, active_orders: true, pending_orders: true } },
  order_accept_confirmed: { may: DRIVES, fields: { order: true } },
  order_updated: { may: DRIVES, fields: { order: true } },
  order_canceled: { may: DRIVES, fields: { order_id: true, reason: true } },
  priority_updated: { may: DRIVES, fields: { high_priority: true, until: true } },
  pending_orders_updated: { may: DRIVES, fields: { orders: true } },
  pause_updated: { may: DRIVES, fields: { is_paused: true } },
  // The clients' app also receives broadcasts.
  message: { may: OWN, fields: MESSAGE },
  messages_read: { may: DRIVES, fields: { read_to: true } },
  announcements_changed: { may: DRIVES, fields: {} },
  incident_changed: { may: DRIVES, fields: { id: true, status: true } },
  ban_updated: { may: DRIVES, fields: { ban_until: true, ban_reason: true } },
} as const satisfies { [Name in DriverEventName]: Row<DriverEventData<Name>> }

export type EventTable = Readonly<Record<string, readonly EventAccess[]>>

/** Rules by event name: the consoles' and the drivers' rows are merged where both receive the event. */
export const EVENT_ACCESS: EventTable = merged(CONSOLE_EVENT_ACCESS, DRIVER_EVENT_ACCESS)

function merged(...tables: Readonly<Record<string, EventAccess>>[]): EventTable {
  const names = [...new Set(tables.flatMap((table) => Object.keys(table)))]
  return Object.fromEntries(names.map((name) => [name, tables.flatMap((table) => table[name] ?? [])]))
}
