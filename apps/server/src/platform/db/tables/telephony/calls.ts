import type { CallId, CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { PlaybackEnd, PlaybackNews, PlaybackState } from '@dispecerat/domain/telephony/playback'
import type { Generated, GeneratedAlways } from 'kysely'

export interface CallTables {
  calls: {
    id: Generated<CallId>
    company_id: CompanyId
    phone: string
    sip_caller_id: string | null
    direction: Generated<'in' | 'out'>
    state: Generated<'pending' | 'started' | 'on_hold' | 'ended'>
    dispatcher_id: UserId | null
    order_id: OrderId | null
    rang_at: Date
    answered_by: UserId | null
    answered_at: Date | null
    started_at: Date | null
    reached_at: Date | null
    held_at: Date | null
    ended_at: Date | null
    callee_driver_id: DriverId | null
    transferred_from: UserId | null
    moves_to: UserId | null
    moves_until: Date | null
    called_back_at: Date | null
    called_back_by: UserId | null
    exchange: string | null
    reason_type: string | null
    reason_text: string | null
    is_test: Generated<boolean>
    is_missed: Generated<boolean>
  }
  /** Automatic calls of the server; whom to call and what to play is read from the order when it rings. */
  playbacks: {
    id: Generated<number>
    order_id: OrderId
    news: PlaybackNews
    driver_id: DriverId | null
    state: Generated<PlaybackState>
    tries: Generated<number>
    due_at: Date | null
    sip_caller_id: string | null
    ended: PlaybackEnd | null
    created_at: Date
  }
  exchanges: {
    name: string
    beat_at: Date
  }
  sip_accounts: {
    user_id: UserId
    kind: 'dispatcher' | 'caller'
    extension: string
    /** Sealed. */
    password: string
    /** The digest of the password for this domain: what Kamailio reads. */
    ha1: Generated<string | null>
    ha1_domain: Generated<string | null>
    sip_ws: string | null
    use_update: Generated<boolean>
    created_at: Date
  }
  /** A view for the SIP proxy: the company of a dialled number. */
  sip_lines: {
    dialled: string
    company_id: string
  }
  /** A view for the SIP proxy: the dispatchers who may register now. */
  sip_subscribers: {
    username: string
    domain: string
    ha1: string | null
    user_id: string
    kind: 'dispatcher' | 'caller'
    company_ids: string
    company_id: string
    line: string | null
  }
  phone_lines: {
    number: string
    company_id: CompanyId
    created_at: Date
    id: Generated<number>
    name: Generated<string>
    /** null: only requested. */
    verified_at: Date | null
    /** null: granted before the granting user was recorded. */
    verified_by: UserId | null
  }
  dialled_phones: {
    user_id: UserId
    company_id: CompanyId
    phone: string
    order_id: OrderId | null
    callee_driver_id: DriverId | null
    asked_at: Date
    /** Time at which a SIP proxy placed the call. */
    taken_at: Date | null
  }
  outgoing_rules: {
    company_id: CompanyId
    open_calls: number | null
    day_calls: number | null
    day_minutes: number | null
    day_bani: number | null
    dispatcher_open_calls: number | null
    dispatcher_day_calls: number | null
    dispatcher_day_minutes: number | null
    dispatcher_day_bani: number | null
    prefixes: Generated<string[]>
    stopped_at: Date | null
    stopped_by: UserId | null
  }
  outgoing_calls: {
    id: GeneratedAlways<number>
    company_id: CompanyId
    user_id: UserId | null
    sip_caller_id: string
    bani_per_minute: number
    day: string
    began_at: Date
    reached_at: Date | null
    ended_at: Date | null
  }
  outgoing_alarms: {
    company_id: CompanyId
    day: string
    about: string
    percent: number
    user_id: Generated<UserId>
    raised_at: Date
  }
}
