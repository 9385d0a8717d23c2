import type { CallView } from '@dispecerat/contract/telephony/calls'

/** The user that `renderPart` logs in. */
export const ME = 7
const CLIENT: CallView['client'] = {
  id: null,
  name: null,
  about: null,
  protocol_parent_user: null,
  is_blocked: false,
  blocked_reason: null,
  orders_count: 0,
  canceled_count: 0,
  no_shows_count: 0,
  last_order_at: null,
  open_order: null,
  addresses: [],
}
/** Answered by this dispatcher. */
export const CALL: CallView = {
  id: 1,
  company_id: 1,
  phone: '+40722000001',
  sip_caller_id: 'sip-1',
  direction: 'in',
  state: 'started',
  rang_at: '2026-07-13 08:00:00',
  started_at: '2026-07-13 08:00:04',
  reached_at: null,
  held_at: null,
  ended_at: null,
  is_test: false,
  dispatcher_id: ME,
  dispatcher_name: 'Dana Șerban',
  answered_by: ME,
  transferred_from: null,
  transferred_from_name: null,
  callee_driver_id: null,
  callee_driver_name: null,
  order_id: 40,
  reason_type: null,
  reason_text: null,
  client: CLIENT,
}
