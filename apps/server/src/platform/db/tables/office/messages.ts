import type { CompanyId, DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Generated } from 'kysely'
import type { JsonColumnWithDefault } from '../../json-column.ts'

export interface MessageTables {
  /** Written by the outbox alone: other modules use its `queue…` functions. */
  outbox: {
    id: Generated<number>
    message_key: Generated<string>
    company_id: CompanyId | null
    kind: 'mail' | 'sms' | 'push'
    recipient: string | null
    user_id: UserId | null
    subject: string | null
    text: string
    html: string | null
    is_secret: Generated<boolean>
    /** The reset whose token is created when the mail is sent. */
    reset_id: Generated<number | null>
    /** The e-mail proof whose token is created when the mail is sent. */
    proof_id: Generated<number | null>
    state: Generated<'queued' | 'sent' | 'failed' | 'held'>
    tries: Generated<number>
    due_at: Date
    reason: string | null
    created_at: Date
    sent_at: Date | null
    /** The order that the message is about. */
    order_id: Generated<OrderId | null>
    /** 0: access to an account; 1: one message to one person; 2: a broadcast. */
    priority: Generated<number>
  }
  /** Written by the outbox: texts of a company, or of the platform (`company_id` null). */
  message_texts: {
    id: Generated<number>
    company_id: CompanyId | null
    key: string
    subject: string | null
    text: string | null
    is_on: boolean | null
    is_plain: boolean | null
    version: Generated<number>
    updated_at: Date
    updated_by: UserId | null
  }
  conversations: {
    id: Generated<number>
    company_id: CompanyId | null
    /** The driver or client that a company talks with; null between two colleagues. */
    interlocutor_id: UserId | null
    low_user_id: UserId | null
    high_user_id: UserId | null
    last_message_id: number | null
    last_at: Date | null
    last_inbound_id: Generated<number>
    delivered_to: Generated<number>
    read_to: Generated<number>
  }
  conversation_reads: {
    conversation_id: number
    user_id: UserId
    read_to: number
    read_at: Date
  }
  messages: {
    id: Generated<number>
    company_id: CompanyId | null
    conversation_id: number | null
    sender_id: UserId | null
    receiver_id: UserId | null
    sender_name: string | null
    title: string | null
    message: string
    type: Generated<'chat' | 'notice' | 'broadcast' | 'system'>
    order_id: OrderId | null
    broadcast_id: string | null
    outbox_id: number | null
    is_read: Generated<boolean>
    created_at: Date
  }
  broadcasts: {
    id: Generated<string>
    company_ids: CompanyId[]
    sender_id: UserId
    audience: 'drivers' | 'clients'
    message: string
    receivers: number
    created_at: Date
    state: Generated<'sending' | 'sent' | 'stopped'>
    title: string | null
    sender_name: string | null
    shares: JsonColumnWithDefault
    cursor_user_id: Generated<UserId>
    done: Generated<number>
    ended_at: Date | null
  }
  message_templates: {
    id: Generated<number>
    company_id: CompanyId
    text: string
    sort_order: Generated<number>
    created_at: Date
    deleted_at: Date | null
    version: Generated<number>
  }
  announcements: {
    id: Generated<number>
    company_id: CompanyId
    title: string
    text: string
    audience: 'drivers' | 'dispatchers' | 'all'
    starts_at: Date
    ends_at: Date | null
    created_by: UserId | null
    created_at: Date
    updated_at: Date | null
    deleted_at: Date | null
    version: Generated<number>
  }
  incidents: {
    id: Generated<number>
    company_id: CompanyId
    type: 'sos' | 'accident' | 'complaint' | 'lost_item' | 'other'
    order_id: OrderId | null
    driver_id: DriverId | null
    client_id: UserId | null
    text: Generated<string>
    lat: number | null
    long: number | null
    address: string | null
    status: Generated<'open' | 'in_work' | 'closed'>
    created_at: Date
    reported_by: UserId | null
    taken_by: UserId | null
    taken_at: Date | null
    closed_by: UserId | null
    closed_at: Date | null
  }
  incident_steps: {
    id: Generated<number>
    incident_id: number
    step: 'reported' | 'taken' | 'noted' | 'closed' | 'reopened'
    user_id: UserId | null
    note: Generated<string>
    at: Date
  }
}
