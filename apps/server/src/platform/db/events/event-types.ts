import type {
  ConsoleEventData,
  ConsoleEventName,
  DriverEventData,
  DriverEventName,
  EventName,
  VOLATILE_EVENTS,
} from '@dispecerat/contract/api/realtime'
import type { CallId, CompanyId, DriverId, OrderId, PlaceId, RoundId, UserId } from '@dispecerat/domain/kernel/ids'

/** Never in the log. The progress of a replay is published too, because clients also poll it. */
export type VolatileName = (typeof VOLATILE_EVENTS)[number] | 'replay_progress'

/** Events of consoles whose rows or texts are read when they are sent: what the log stores instead. */
interface ConsoleLogData {
  /** `of_partner`: the receivers are partners that were offered the order, or whose driver has it. */
  live_orders_updated: Pick<ConsoleEventData<'live_orders_updated'>, 'order_id' | 'type'> & OfPartner
  order_reminder: Pick<ConsoleEventData<'order_reminder'>, 'order_id' | 'kind'>
  order_warning: Pick<ConsoleEventData<'order_warning'>, 'order_id' | 'kind' | 'indicativ'>
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
  ws_order_drivers: { order_id: OrderId }
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
  order_accept_confirmed: { order_id: OrderId; driver_id: UserId }
  order_updated: { order_id: OrderId; driver_id: UserId }
  pending_orders_updated: { order_id: number }
  message: { message_id: number } | { broadcast_id: string; audience: 'drivers' | 'clients' }
  ban_updated: { user_id: UserId }
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

/** Ids in the data of an event, by field: they get their brand where the log is typed. */
interface IdFields {
  order_id: OrderId
  driver_id: DriverId
  driver_ids: readonly DriverId[]
  user_id: UserId
  company_id: CompanyId
  company_ids: readonly CompanyId[]
  user_ids: readonly UserId[]
  round_id: RoundId
  call_id: CallId
  place_id: PlaceId
}
type WithIds<Data> = Data extends unknown
  ? {
      [Field in keyof Data]: Field extends keyof IdFields
        ? IdFields[Field] | Extract<Data[Field], null | undefined>
        : Data[Field]
    }
  : never

interface Line<Name, Data> {
  event: Name
  /** Only consoles that subscribe to it. */
  channel?: string
  /** Consoles of these companies receive it. */
  toCompanies?: readonly CompanyId[]
  /** These users receive it (mostly drivers). */
  toUsers?: readonly UserId[]
  data: Data
}
type ToCompanies<Name, Data> = Line<Name, Data> & { toUsers?: never }
type ToUsers<Name, Data> = Line<Name, Data> & { channel?: never; toCompanies?: never }
type ToNodes<Name, Data> = Line<Name, Data> & { channel?: never; toCompanies?: never; toUsers?: never }

type ConsoleLine<Name extends LoggedOfConsoles> = Name extends ByAddressee
  ? ToCompanies<Name, WithIds<ConsoleData<Name>>>
  : Line<Name, WithIds<ConsoleData<Name>>>
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
  | (Name extends LoggedOfDrivers ? ToUsers<Name, WithIds<DriverData<Name>>> : never)
  | (Name extends keyof NodeEvents ? ToNodes<Name, NodeEvents[Name]> : never)

/** An event as the log returns it: `event` tells its data. */
export type StoredEvent<Name extends LogEventName = LogEventName> = Stored<LogEvent<Name>>
type Stored<Event> =
  Event extends Line<infer Name, infer Data>
    ? {
        event: Name
        channel: string | null
        toCompanies: readonly CompanyId[]
        toUsers: readonly UserId[]
        data: Data
        seq: number
        at: Date
      }
    : never
