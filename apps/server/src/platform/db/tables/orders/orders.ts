import type {
  CarId,
  CompanyId,
  DriverId,
  OrderId,
  PlaceId,
  RoundId,
  UserId,
  WalkId,
} from '@dispecerat/domain/kernel/ids'
import type { ArrivalDoubt } from '@dispecerat/domain/orders/arrival'
import type { CarWarning } from '@dispecerat/domain/orders/car-watch'
import type { FareDoubt } from '@dispecerat/domain/orders/fare-doubt'
import type { LeadSource } from '@dispecerat/domain/orders/lead'
import type { Generated } from 'kysely'
import type { JsonColumn, JsonColumnWithDefault } from '../../json-column.ts'

export interface OrderTables {
  services: {
    id: Generated<number>
    company_id: CompanyId | null
    name: string
    code: string
    package_id: number | null
    is_active: Generated<boolean>
    sort_order: Generated<number>
    deleted_at: Date | null
    version: Generated<number>
    base_tariff_id: number | null
  }
  order_options: {
    key: string
    name: string
    service_ids: JsonColumnWithDefault
    sort_order: Generated<number>
    is_active: Generated<boolean>
    id: Generated<number>
    company_id: CompanyId | null
    deleted_at: Date | null
    version: Generated<number>
  }
  /** Written by triggers: the index of the free text search. */
  order_texts: {
    order_id: OrderId
    text: string
  }
  orders: {
    id: Generated<OrderId>
    order_no: number | null
    state: 'new' | 'created' | 'assigned' | 'finished' | 'canceled' | 'pending'
    trip_state: 'waiting_driver' | 'waiting_client' | 'started' | null
    client_id: UserId | null
    client_phone: string | null
    phone: string | null
    name: string | null
    client_name: string | null
    about_client: string | null
    address: string | null
    created_by_company_id: CompanyId
    processed_by_company_id: CompanyId | null
    dispatcher_id: UserId | null
    ordered_by_account_id: UserId | null
    departure_time: Date
    start_at: Date | null
    placed_at: Date | null
    assigned_at: Date | null
    arrived_at: Date | null
    arrival_doubt: ArrivalDoubt | null
    arrival_metres: number | null
    replacement_since: Date | null
    trip_started_at: Date | null
    trip_finished_at: Date | null
    canceled_at: Date | null
    driver_id: DriverId | null
    car_id: CarId | null
    car_indicativ: string | null
    custom_driver_ids: Generated<DriverId[]>
    only_custom: Generated<boolean>
    canceled_by_driver_ids: Generated<DriverId[]>
    excluded_driver_ids: Generated<DriverId[]>
    manually_assigned: Generated<boolean>
    waiting_driver_time: number | null
    send_to_other_company: Generated<boolean>
    search_company_ids: Generated<CompanyId[]>
    service_id: Generated<number>
    options: JsonColumnWithDefault
    protocol_user_id: UserId | null
    in_pending_queue: Generated<boolean>
    pending_since: Date | null
    always_in_call: Generated<boolean>
    call_playback_state: 'started' | 'ended' | null
    call_need_interaction: Generated<boolean>
    cancellation_reason_type:
      | 'driver_canceled'
      | 'call_ended'
      | 'dispatcher_canceled'
      | 'no_drivers_found'
      | 'client_canceled'
      | 'no_show'
      | null
    cancellation_reason_text: string | null
    cancelled_by: 'dispatcher' | 'driver' | 'client' | 'company' | 'admin' | 'system' | null
    cancelled_by_user_id: UserId | null
    cancelled_by_identifier: string | null
    cost_bani: number | null
    fare_doubt: FareDoubt | null
    estimated_cost_bani: number | null
    lead_minutes: number | null
    lead_source: LeadSource | null
    reminded_at: Date | null
    discounted_cost_bani: number | null
    payment_type: Generated<'cash' | 'card' | 'protocol'>
    driver_payment_bani: Generated<number>
    is_paid: Generated<boolean>
    is_paid_by_account: Generated<boolean>
    discount_condition_id: number | null
    discount_amount_bani: number | null
    discount_compensated_bani: number | null
    discount_by_hand: Generated<boolean>
    invoice_id: number | null
    duplicated_from: number | null
    is_test: Generated<boolean>
    is_next_order: Generated<boolean>
    package_note: string | null
    cod_bani: number | null
    weight_g: number | null
    prep_minutes: number | null
    version: Generated<number>
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
  }
  order_proofs: {
    order_id: OrderId
    driver_id: DriverId
    content_type: 'image/jpeg' | 'image/png'
    photo: Buffer
    taken_at: Date
  }
  order_numbers: {
    company_id: CompanyId
    day: string
    last_no: number
  }
  order_places: {
    id: Generated<PlaceId>
    order_id: OrderId
    position: number
    name: string
    lat: number
    long: number
    place_id: string | null
    comment: string | null
    bloc: string | null
    scara: string | null
    reper: string | null
  }
  order_history: {
    id: Generated<number>
    order_id: OrderId
    timestamp: Date
    type: string
    initiator_kind: 'dispatcher' | 'driver' | 'client' | 'company' | 'admin' | 'system'
    initiator_id: UserId | null
    data: JsonColumnWithDefault
  }
  search_walks: {
    id: Generated<WalkId>
    order_id: OrderId
    walk_no: number
    interval_id: number | null
    method_id: number | null
    steps: JsonColumn
    skip_empty_steps: Generated<boolean>
    promised_at: Date | null
    wait_seconds: Generated<number>
    status: Generated<'running' | 'queued' | 'accepted' | 'exhausted' | 'aborted'>
    started_at: Date
    ended_at: Date | null
    due_at: Date | null
    failures: Generated<number>
  }
  search_rounds: {
    id: Generated<RoundId>
    walk_id: WalkId
    order_id: OrderId
    no: number
    step: JsonColumn
    started_at: Date
    ends_at: Date
    look_again_at: Date
    passed_over: JsonColumnWithDefault
    beyond: JsonColumnWithDefault
    not_placed: Generated<number[]>
    outcome: 'accepted' | 'expired' | 'withdrawn' | null
    pinned_at: Date | null
    closed_at: Date | null
  }
  search_offers: {
    id: Generated<number>
    round_id: RoundId
    order_id: OrderId
    driver_id: DriverId
    rank: number
    metres: number
    route_metres: number | null
    route_is_guess: Generated<boolean>
    is_priority: Generated<boolean>
    is_exclusive: Generated<boolean>
    is_partner: Generated<boolean>
    notified_at: Date
    delivered_at: Date | null
    viewed_at: Date | null
    offline_at: Date | null
    expires_at: Date
    fate: Generated<
      | 'open'
      | 'not_delivered'
      | 'delivered_not_seen'
      | 'seen_no_answer'
      | 'refused'
      | 'lost_race'
      | 'withdrawn'
      | 'accepted'
      | 'accepted_then_returned'
    >
    closed_at: Date | null
  }
  /** A car on the way to the pickup, judged from its positions. */
  car_watches: {
    order_id: OrderId
    driver_id: DriverId
    assigned_at: Date
    since: Date
    due_at: Date
    warned_as: CarWarning | null
    warned_since: Date | null
    /** When another car was last searched because of the warning. */
    sought_at: Date | null
  }
  missed_offers: {
    id: Generated<number>
    driver_id: DriverId
    company_id: CompanyId
    order_id: OrderId
    missed_at: Date
    cleared_at: Date | null
  }
}
