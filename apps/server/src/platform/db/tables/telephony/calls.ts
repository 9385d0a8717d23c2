import type { PlaybackEnd, PlaybackNews, PlaybackState } from '@dispecerat/domain/telephony/playback'
import type { Generated, GeneratedAlways } from 'kysely'

export interface CallTables {
  calls: {
    id: Generated<number>
    company_id: number
    phone: string
    sip_caller_id: string | null
    direction: Generated<'in' | 'out'>
    state: Generated<'pending' | 'started' | 'on_hold' | 'ended'>
    dispatcher_id: number | null
    order_id: number | null
    rang_at: Date
    answered_by: number | null
    answered_at: Date | null
    started_at: Date | null
    reached_at: Date | null
    held_at: Date | null
    ended_at: Date | null
    callee_driver_id: number | null
    transferred_from: number | null
    moves_to: number | null
    moves_until: Date | null
    called_back_at: Date | null
    called_back_by: number | null
    exchange: string | null
    reason_type: string | null
    reason_text: string | null
    is_test: Generated<boolean>
    is_missed: Generated<boolean>
  }
  /** Automatic calls of the server; whom to call and what to play is read from the order when it rings. */
  playbacks: {
    id: Generated<number>
    order_id: number
    news: PlaybackNews
    driver_id: number | null
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
    user_id: number
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
    company_id: number
    created_at: Date
    id: Generated<number>
    name: Generated<string>
    /** null: only requested. */
    verified_at: Date | null
    /** null: granted before the granting user was recorded. */
    verified_by: number | null
  }
  dialled_phones: {
    user_id: number
    company_id: number
    phone: string
    order_id: number | null
    callee_driver_id: number | null
    asked_at: Date
    /** Time at which a SIP proxy placed the call. */
    taken_at: Date | null
  }
  outgoing_rules: {
    company_id: number
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
    stopped_by: number | null
  }
  outgoing_calls: {
    id: GeneratedAlways<number>
    company_id: number
    user_id: number | null
    sip_caller_id: string
    bani_per_minute: number
    day: string
    began_at: Date
    reached_at: Date | null
    ended_at: Date | null
  }
  outgoing_alarms: {
    company_id: number
    day: string
    about: string
    percent: number
    user_id: Generated<number>
    raised_at: Date
  }
}
