import { MAX_LEAD_MINUTES, MAX_PLACES, ORDER_TEXT } from '@dispecerat/domain/kernel/typed-text'
import { ARRIVAL_DOUBTS } from '@dispecerat/domain/orders/arrival'
import { CAR_WARNINGS } from '@dispecerat/domain/orders/car-watch'
import { FARE_DOUBTS } from '@dispecerat/domain/orders/fare-doubt'
import {
  CANCELLATION_REASONS,
  ORDER_LISTS,
  ORDER_STATES,
  PAYMENT_TYPES,
  TRIP_STATES,
} from '@dispecerat/domain/orders/order'
import { z } from 'zod'
import { DoorDetails, TypedDoorDetails } from '../geography/door-details.ts'
import { CompanyIdIn, UserIdIn } from '../kernel/ids.ts'
import {
  Id,
  Latitude,
  Longitude,
  Phone,
  RecordVersion,
  Ron,
  RonIn,
  requiredText,
  textUpTo,
  WireTime,
  WireTimeIn,
} from '../kernel/wire.ts'
import { Goods, TypedGoods } from './goods.ts'
import { LeadSource } from './lead.ts'

export const PlaceView = z.object({
  id: Id,
  order_id: Id,
  name: z.string(),
  lat: z.number(),
  long: z.number(),
  place_id: z.string().nullable(),
  ...DoorDetails.shape,
})
export type PlaceView = z.infer<typeof PlaceView>

/** A typed place. Romania's bounds are a domain rule, checked by the use case so that the error names the field. */
export const NewPlace = z.object({
  name: requiredText(ORDER_TEXT.placeName, 'Please enter address'),
  lat: Latitude,
  long: Longitude,
  place_id: textUpTo(200).nullish(),
  ...TypedDoorDetails.shape,
})
export type NewPlace = z.output<typeof NewPlace>

const ClientOfOrder = z.object({
  id: Id,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  about: z.string().nullable(),
  protocol_parent_user: z.object({ id: Id, name: z.string().nullable() }).nullable(),
})

export const CarView = z.object({
  indicativ: z.string(),
  number: z.string(),
  make: z.string().nullable(),
  model: z.string().nullable(),
  color: z.string().nullable(),
})

export const DriverOfOrder = z.object({
  id: Id,
  identifier: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  default_car: CarView.nullable(),
})

/** The client's rating of the driver. */
export const OrderRating = z.object({
  stars: z.number().int(),
  tags: z.array(z.string()),
  comment: z.string().nullable(),
  source: z.enum(['client_app', 'dispatcher', 'driver_app']),
  created_at: WireTime,
})
export type OrderRating = z.infer<typeof OrderRating>

const Person = z.object({ id: Id, name: z.string().nullable() })

/** Reason why the fare sent by the driver's phone is doubted; no payment is made for the trip until it is confirmed. */
export const FareDoubtView = z
  .object({
    reason: z.enum(FARE_DOUBTS),
    /** Multiple of the estimate, rounded down. */
    times: z.number().int().nullable(),
    trip_seconds: z.number().int().nullable(),
  })
  .nullable()

/** Why the arrival that the driver reported is doubted; `metres`: how far from the pickup the car was, where that is known. */
export const ArrivalDoubtView = z
  .object({ reason: z.enum(ARRIVAL_DOUBTS), metres: z.number().int().nullable() })
  .nullable()

/** The car does not come: it stands still, drives away, or sends no position that is believed. */
export const CarWarningView = z.object({ kind: z.enum(CAR_WARNINGS), since: WireTime }).nullable()

export const OrderView = z.object({
  id: Id,
  order_no: z.number().int().nullable(),
  state: z.enum(ORDER_STATES),
  trip_state: z.enum(TRIP_STATES).nullable(),
  client_phone: z.string().nullable(),
  phone: z.string().nullable(),
  name: z.string().nullable(),
  client_name: z.string().nullable(),
  about_client: z.string().nullable(),
  client_id: Id.nullable(),
  client: ClientOfOrder.nullable(),
  address: z.string().nullable(),
  places: z.array(PlaceView),
  created_at: WireTime,
  updated_at: WireTime,
  version: RecordVersion,
  created_by_company_id: Id,
  processed_by_company_id: Id.nullable(),
  dispatcher_id: Id.nullable(),
  dispatcher: Person.nullable(),
  departure_time: WireTime,
  start_at: WireTime.nullable(),
  assigned_at: WireTime.nullable(),
  arrival_doubt: ArrivalDoubtView,
  car_warning: CarWarningView,
  /** Since when another car is searched while the driver keeps the order. */
  replacement_since: WireTime.nullable(),
  trip_started_at: WireTime.nullable(),
  trip_finished_at: WireTime.nullable(),
  canceled_at: WireTime.nullable(),
  driver_id: Id.nullable(),
  driver: DriverOfOrder.nullable(),
  car_indicativ: z.string().nullable(),
  custom_driver_ids: z.array(Id),
  manually_assigned: z.boolean(),
  /** Assigned behind the driver's running trip; it becomes the current order when that trip ends. */
  is_next: z.boolean(),
  /** Minutes the driver promised, counted from assigned_at. */
  waiting_driver_time: z.number().int().nullable(),
  send_to_other_company: z.boolean(),
  search_company_ids: z.array(Id),
  service_id: z.number().int(),
  options: z.record(z.string(), z.literal(true)),
  protocol_user: Person.nullable(),
  in_pending_queue: z.boolean(),
  always_in_call: z.boolean(),
  call: z
    .object({ phone: z.string(), state: z.string(), started_at: WireTime.nullable(), ended_at: WireTime.nullable() })
    .nullable(),
  call_state: z.enum(['active', 'ended']).nullable(),
  call_started_at: WireTime.nullable(),
  call_ended_at: WireTime.nullable(),
  call_playback_state: z.enum(['started', 'ended']).nullable(),
  call_need_interaction: z.boolean(),
  cancellation_reason_type: z.enum(CANCELLATION_REASONS).nullable(),
  cancellation_reason_text: z.string().nullable(),
  cancelled_by: z.string().nullable(),
  cancelled_by_user: Id.nullable(),
  cancelled_by_identifier: z.string().nullable(),
  cost: Ron.nullable(),
  fare_doubt: FareDoubtView,
  /** Estimate shown when the order was placed; null without a tariff or a destination. */
  estimated_cost: Ron.nullable(),
  /** Minutes before the departure at which the search begins, when the order has its own value. */
  lead_minutes: z.number().int().nullable(),
  /** Of a scheduled order: where its lead came from when it was placed or moved. */
  lead_source: LeadSource.nullable(),
  discounted_cost: Ron.nullable(),
  payment_type: z.enum(PAYMENT_TYPES),
  /**
   * Accounts do not see the driver's payment. Once paid to the driver or invoiced, the fare is fixed. `fare_left`: amount by which the fare
   * may still be changed without orders.fare.
   */
  finance_info: z.object({
    driver_payment: Ron.nullable(),
    is_paid: z.boolean(),
    is_invoiced: z.boolean(),
    fare_left: Ron,
  }),
  discount_condition_id: Id.nullable(),
  discount_name: z.string().nullable(),
  discount_amount: Ron.nullable(),
  discount_compensated: Ron.nullable(),
  /** The client's rating of the trip. */
  rating: OrderRating.nullable(),
  ...Goods.shape,
  /** Time of the delivery photo; the photo itself has its own endpoint. */
  proof_photo_at: WireTime.nullable(),
})
export type OrderView = z.infer<typeof OrderView>

/** A row of the live lists with only the fields it shows; sent in full at every change. */
export const OrderRow = z.object({
  id: Id,
  order_no: z.number().int().nullable(),
  state: z.enum(ORDER_STATES),
  trip_state: z.enum(TRIP_STATES).nullable(),
  phone: z.string().nullable(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  place_names: z.array(z.string()),
  car_indicativ: z.string().nullable(),
  driver_id: Id.nullable(),
  dispatcher_id: Id.nullable(),
  created_at: WireTime,
  departure_time: WireTime,
  start_at: WireTime.nullable(),
  assigned_at: WireTime.nullable(),
  waiting_driver_time: z.number().int().nullable(),
  trip_finished_at: WireTime.nullable(),
  canceled_at: WireTime.nullable(),
  in_pending_queue: z.boolean(),
  always_in_call: z.boolean(),
  /** The client requested a dispatcher, or the automatic call failed twice. */
  call_need_interaction: z.boolean(),
  call: z.object({ phone: z.string(), state: z.string(), started_at: WireTime.nullable() }).nullable(),
  cancellation_reason_type: z.enum(CANCELLATION_REASONS).nullable(),
  cod_amount: Goods.shape.cod_amount,
  prep_minutes: Goods.shape.prep_minutes,
  fare_doubt: FareDoubtView,
  arrival_doubt: ArrivalDoubtView,
  car_warning: CarWarningView,
  /** Since when another car is searched while the driver keeps the order. */
  replacement_since: WireTime.nullable(),
  /** Lists that contain the order now; a console moves the row by this alone. */
  lists: z.array(z.enum(ORDER_LISTS)),
})
export type OrderRow = z.infer<typeof OrderRow>

const Options = z
  .record(z.string().max(40), z.literal(true))
  .refine((options) => Object.keys(options).length <= 50, 'Prea multe opțiuni')

const LEAD = `Între 0 și ${MAX_LEAD_MINUTES} de minute`
export const LeadMinutes = z.number(LEAD).int(LEAD).min(0, LEAD).max(MAX_LEAD_MINUTES, LEAD)

const editable = {
  phone: Phone.nullish(),
  name: textUpTo(ORDER_TEXT.name).nullish(),
  client_name: textUpTo(ORDER_TEXT.name).nullish(),
  about_client: textUpTo(ORDER_TEXT.notes).nullish(),
  places: z.array(NewPlace).max(MAX_PLACES, `Cel mult ${MAX_PLACES} de adrese`),
  departure_time: WireTimeIn.nullish(),
  lead_minutes: LeadMinutes.nullish(),
  service_id: z.number().int().positive(),
  options: Options,
  payment_type: z.enum(PAYMENT_TYPES),
  protocol_user_id: UserIdIn.nullish(),
  custom_driver_ids: z.array(UserIdIn).max(20, 'Cel mult 20 de șoferi'),
  send_to_other_company: z.boolean(),
  search_company_ids: z.array(CompanyIdIn).max(50),
  /** Checked when the order is placed, and refused with a text when it does not apply. */
  promo_code: textUpTo(24).nullish(),
  /** A discount the dispatcher grants by hand. */
  discount_id: Id.nullish(),
  ...TypedGoods.shape,
}

/** A draft is only stored and not searched for; any other order is placed at once. */
export const NewOrder = z.object({
  ...editable,
  client_phone: Phone.nullish(),
  places: editable.places.default([]),
  /** Left out: the service of the company's package. */
  service_id: editable.service_id.optional(),
  options: Options.default({}),
  payment_type: editable.payment_type.default('cash'),
  custom_driver_ids: editable.custom_driver_ids.default([]),
  send_to_other_company: z.boolean().default(true),
  search_company_ids: editable.search_company_ids.default([]),
  draft: z.boolean().default(false),
})
export type NewOrder = z.output<typeof NewOrder>

/** Any subset; `state: 'created'` places a draft. */
export const OrderChange = z
  .object({
    ...editable,
    client_phone: Phone.nullish(),
    cost: RonIn.nullable(),
    discount_amount: RonIn.nullable(),
    /** Reason for changing the fare of a finished order; required there. */
    fare_reason: textUpTo(200),
    state: z.literal('created'),
    /** For a draft that is placed: its caller stays on the line instead of being put on hold (one key orders from the ring). */
    stays_on_line: z.boolean(),
  })
  .partial()
export type OrderChange = z.output<typeof OrderChange>
