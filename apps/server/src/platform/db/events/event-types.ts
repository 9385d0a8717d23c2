import type {
  ConsoleEventData,
  ConsoleEventName,
  DriverEventData,
  DriverEventName,
  EventName,
  VOLATILE_EVENTS,
} from '@dispecerat/contract/api/realtime'

/** Never in the log. The progress of a replay is published too, because clients also poll it. */
export type VolatileName = (typeof VOLATILE_EVENTS)[number] | 'replay_progress'

/** Events of consoles whose rows or texts are read when they are sent: what the log stores instead. */
interface ConsoleLogData {
  /** `of_partner`: the receivers are partners that were offered the order, or whose driver has it. */
  live_orders_updated: Pick<ConsoleEventData<'live_orders_updated'>, 'order_id' | 'type'> & OfPartner
  order_reminder: Pick<ConsoleEventData<'order_reminder'>, 'order_id' | 'kind'>
  order_canceled: Pick<ConsoleEventData<'order_canceled'>, 'order_id' | 'cancellation_reason_type'>
  client_call_incoming: CallIds
  client_call_accepted: CallIds
  client_call_dialled: CallIds
  client_call_held: CallIds
  client_call_unheld: CallIds
  client_call_transferred: CallIds & Partial<Pick<ConsoleEventData<'client_call_transferred'>, 'is_taken_over'>>
  client_call_ended: CallIds & Pick<ConsoleEventData<'client_call_ended'>, 'reason_type'>
  chat_message: { message_id: number }
  incident_created: { incident_id: number }
  incident_changed: { incident_id: number }
  ws_order_drivers: { order_id: number }
}
type OfPartner = { of_partner?: 'sent' | 'driven' }
/** The exchange's name for the call is for the nodes. */
type CallIds = { call_id: number; sip_caller_id: string | null }

/** Fields of consoles' events that stay in the log: the change of a company's public map names its author. */
interface ConsoleLogFields {
  company_settings_changed: { public_live: boolean; by: number | null }
}

/** Events of drivers whose data is read when they are sent. */
interface DriverLogData {
  order_available: { round_id: number; order_id: number; driver_id: number }
  order_accept_confirmed: { order_id: number; driver_id: number }
  order_updated: { order_id: number; driver_id: number }
  pending_orders_updated: { order_id: number }
  message: { message_id: number } | { broadcast_id: string; audience: 'drivers' | 'clients' }
  ban_updated: { user_id: number }
}

/** Events for the nodes of the server: they have no addressee. */
interface NodeEvents {
  session_revoked: { token_ids: readonly number[] }
  device_blocked: { token_ids: readonly number[] }
}

/** Names whose data differs: consoles are addressed by company, drivers by user. */
type ByAddressee = 'order_updated' | 'order_canceled' | 'incident_changed'

type LoggedOfConsoles = Exclude<ConsoleEventName, VolatileName>
type LoggedOfDrivers = Exclude<DriverEventName, VolatileName>
export type LogEventName = LoggedOfConsoles | LoggedOfDrivers | keyof NodeEvents
/** Events whose wire data is loaded when they are sent. */
export type EnrichedName = Extract<EventName, keyof ConsoleLogData | keyof DriverLogData>

interface Line<Name, Data> {
  event: Name
  /** Only consoles that subscribe to it. */
  channel?: string
  /** Consoles of these companies receive it. */
  toCompanies?: readonly number[]
  /** These users receive it (mostly drivers). */
  toUsers?: readonly number[]
  data: Data
}
type ToCompanies<Name, Data> = Line<Name, Data> & { toUsers?: never }
type ToUsers<Name, Data> = Line<Name, Data> & { channel?: never; toCompanies?: never }
type ToNodes<Name, Data> = Line<Name, Data> & { channel?: never; toCompanies?: never; toUsers?: never }

type ConsoleLine<Name extends LoggedOfConsoles> = Name extends ByAddressee
  ? ToCompanies<Name, ConsoleData<Name>>
  : Line<Name, ConsoleData<Name>>
type ConsoleData<Name extends LoggedOfConsoles> = Name extends keyof ConsoleLogData
  ? ConsoleLogData[Name]
  :
      | ConsoleEventData<Name>
      | (Name extends keyof ConsoleLogFields ? ConsoleEventData<Name> & ConsoleLogFields[Name] : never)
type DriverData<Name extends LoggedOfDrivers> = Name extends keyof DriverLogData
  ? DriverLogData[Name]
  : DriverEventData<Name>

/**
 * One event as a use case records it: the names and fields are the contract's. `data` holds ids and states, never a phone, a name or a
 * position.
 */
export type LogEvent<Name extends LogEventName = LogEventName> =
  | (Name extends LoggedOfConsoles ? ConsoleLine<Name> : never)
  | (Name extends LoggedOfDrivers ? ToUsers<Name, DriverData<Name>> : never)
  | (Name extends keyof NodeEvents ? ToNodes<Name, NodeEvents[Name]> : never)

/** An event as the log returns it: `event` tells its data. */
export type StoredEvent<Name extends LogEventName = LogEventName> = Stored<LogEvent<Name>>
type Stored<Event> =
  Event extends Line<infer Name, infer Data>
    ? {
        event: Name
        channel: string | null
        toCompanies: readonly number[]
        toUsers: readonly number[]
        data: Data
        seq: number
        at: Date
      }
    : never
