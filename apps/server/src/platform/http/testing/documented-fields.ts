import { expect } from 'vitest'

/**
 * Fields of the documented API by name and type: n number, s text, b boolean, o object, a list, t time in UTC; ? may be null. Written from
 * the documents alone: nothing here comes from the contract.
 */
export const DOCUMENTED = {
  place: 'id:n order_id:n name:s lat:n long:n place_id:s? comment:s? bloc:s? scara:s? reper:s?',
  client: 'id:n name:s? phone:s about:s? protocol_parent_user:o?',
  order: [
    'id:n state:s trip_state:s? client_phone:s phone:s name:s? client_name:s? about_client:s? address:s client:o client_id:n',
    'places:a created_at:t created_by_company_id:n processed_by_company_id:n? dispatcher_id:n? dispatcher:o? departure_time:t',
    'start_at:t? assigned_at:t? trip_started_at:t? trip_finished_at:t? driver:o? driver_id:n? car_indicativ:s? custom_driver_ids:a',
    'manually_assigned:b waiting_driver_time:n? send_to_other_company:b search_company_ids:a service_id:n options:o protocol_user:o?',
    'in_pending_queue:b always_in_call:b call:o? call_state:s? call_started_at:t? call_ended_at:t? call_playback_state:s?',
    'call_need_interaction:b cancellation_reason_type:s? cancellation_reason_text:s? cancelled_by:s? cancelled_by_user:o?',
    'cancelled_by_identifier:s? cost:n? discounted_cost:n? payment_type:s finance_info:o discount_condition_id:n?',
    'discount_amount:n? discount_compensated:b?',
  ].join(' '),
  reportRow: 'orderId:n callDuration:n? orderDate:t placeName:s? state:s indicativ:s?',
  statistics: [
    'driversCount:n driversOnlineCount:n driversBusyCount:n clientsCount:n ordersTodayCount:n ordersTotalCount:n',
    'canceledOrdersTodayCount:n announcesCount:n incidentsCount:n',
  ].join(' '),
  tabCounts: 'inCallOrdersCount:n liveOrdersCount:n finishedOrdersCount:n canceledOrdersCount:n',
  polygon: 'id:n name:s paths:a',
  zoneCounts: 'polygonId:n name:s busyDrivers:n freeDrivers:n',
  waitingDriver: 'indicativ:s idle_from:t?',
  driver: [
    'id:n identifier:s? name:s? phone:s? email:s? balance:n is_busy:b is_paused:b is_online:b high_priority:b ban_until:t? ban_reason:s?',
    'default_car:o current_location:a current_polygon_id:n? roles:a companies:a',
  ].join(' '),
  car: 'indicativ:s model:s? make:s? color:s? number:s',
  position: 'userId:n indicativ:s lat:n long:n is_busy:b is_paused:b ban_until:t?',
  user: 'id:n name:s? email:s? phone:s? roles:a companies:a ban_until:t? ban_reason:s?',
  company: 'id:n name:s type:s',
  call: 'state:s started_at:t? ended_at:t? phone:s',
  savedAddress: 'id:n name:s lat:n long:n place_id:s? comment:s? scara:s? bloc:s? reper:s?',
  round: 'params:o drivers:a',
  searched: 'driver:o viewed:b accepted:b',
  history: 'id:n timestamp:t type:s initiator:o?',
  blocked: 'id:n phone:s reason:s created_at:t',
  message: 'user_id:n title:s? message:s type:s sender_name:s? sender_id:n is_read:b created_at:t',
  conversation: [
    'interlocutor_id:n name:s? phone:s? email:s? identifier:s? has_unread:b unread_count:n last_message_at:t?',
  ].join(' '),
  window: 'id:n from:t to:t users:a',
  interval: 'id:n search_method_id:n? company_id:n type:s value:o',
  intervalValue: 'time_from:s time_to:s selected_day:n? custom_day:s?',
  step: [
    'search_type:s search_time:n search_limit:n search_order_by:s notification_method:s exclude_previous:b',
    'show_for_busy_drivers:b ban_conditions:o',
  ].join(' '),
  stepBans: 'active:b type:s drivers:o count:n reset_interval:n',
  suggestion: 'placeId:s name:s',
} as const

const UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

const TYPES: Record<string, (value: unknown) => boolean> = {
  n: (value) => typeof value === 'number',
  s: (value) => typeof value === 'string',
  b: (value) => typeof value === 'boolean',
  a: Array.isArray,
  o: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  t: (value) => typeof value === 'string' && UTC.test(value),
}

/** Checks that every field of the list is there with its type; additional fields are allowed. */
export function expectFields(what: unknown, fields: string): void {
  const row = (what ?? {}) as Record<string, unknown>
  const wrong = fields.split(' ').filter((field) => {
    const [name = '', type = ''] = field.split(':')
    const value = row[name]
    if (value === null) return !type.endsWith('?')
    return !TYPES[type.charAt(0)]?.(value)
  })
  expect(wrong.map((field) => `${field} = ${JSON.stringify(row[field.split(':')[0] ?? ''])}`)).toEqual([])
}
