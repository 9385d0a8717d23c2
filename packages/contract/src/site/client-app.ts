import { MAX_PLACES, ORDER_TEXT } from '@dispecerat/domain/kernel/typed-text'
import { CANCELLATION_REASONS, ORDER_STATES, PAYMENT_TYPES, TRIP_STATES } from '@dispecerat/domain/orders/order'
import { z } from 'zod'
import { DoorDetails, TypedDoorDetails } from '../geography/door-details.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { ByOrderId, CompanyIdIn } from '../kernel/ids.ts'
import { ById, Done, Id, one, Phone, paged, pageQuery, Ron, requiredText, textUpTo, WireTime } from '../kernel/wire.ts'
import { CarView, NewOrder, NewPlace, OrderRating } from '../orders/order-shapes.ts'
import { rateOrder } from '../orders/ratings.ts'

const area = 'client'
const may = 'client_app.own' as const

/** An application belongs to one company; a client of two companies logs in to each. */
const who = { company_id: CompanyIdIn, phone: Phone }

export const beginLogIn = endpoint({
  method: 'POST',
  path: '/api/client/otp',
  does: 'Send a code of six digits by SMS, valid for 5 minutes. The answer is the same whether the company knows the phone or not.',
  area,
  may: 'public',
  body: z.object(who),
  reply: Done,
  status: 202,
  errors: ['client_app.off', 'client_app.no_codes_left'],
})

export const enterCode = endpoint({
  method: 'POST',
  path: '/api/client/otp/verify',
  does: 'Exchange the code for the token of a session of this phone in this company; earlier sessions of the phone there end.',
  area,
  may: 'public',
  body: z.object({
    ...who,
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'Codul are 6 cifre'),
  }),
  reply: z.object({ token: z.string(), expires_at: WireTime }),
  status: 201,
  errors: ['client_app.code_wrong', 'client_app.closed', 'client_app.off'],
})

export const endClientSession = endpoint({
  method: 'DELETE',
  path: '/api/client/session',
  does: 'Close the session this token belongs to.',
  area,
  may,
  reply: Done,
})

export const ClientSelf = z.object({
  phone: z.string(),
  /** The company's name for the client; null where it has none, or no order of the last 90 days. */
  name: z.string().nullable(),
  company: z.object({ id: Id, name: z.string(), phone: z.string().nullable() }),
  services: z.array(z.object({ id: Id, name: z.string() })),
  options: z.array(z.object({ key: z.string(), name: z.string(), service_ids: z.array(Id) })),
})
export type ClientSelf = z.infer<typeof ClientSelf>

export const readClientSelf = endpoint({
  method: 'GET',
  path: '/api/client/me',
  does: 'The client, the company, and what an order may ask for.',
  area,
  may,
  reply: one(ClientSelf),
})

const { bloc, scara, reper } = DoorDetails.shape
/** Without comments, because dispatchers write them too. */
const PlaceOfClient = z.object({ name: z.string(), lat: z.number(), long: z.number(), bloc, scara, reper })

export const ClientOrder = z.object({
  id: Id,
  order_no: z.number().int().nullable(),
  state: z.enum(ORDER_STATES),
  trip_state: z.enum(TRIP_STATES).nullable(),
  places: z.array(PlaceOfClient),
  service_id: Id,
  options: z.record(z.string(), z.literal(true)),
  payment_type: z.enum(PAYMENT_TYPES),
  placed_at: WireTime,
  departure_time: WireTime,
  assigned_at: WireTime.nullable(),
  /** Minutes the driver promised, counted from assigned_at. */
  waiting_driver_time: z.number().int().nullable(),
  trip_started_at: WireTime.nullable(),
  trip_finished_at: WireTime.nullable(),
  canceled_at: WireTime.nullable(),
  cancellation_reason_type: z.enum(CANCELLATION_REASONS).nullable(),
  /** Null without a tariff or a destination, and where another payer is charged. */
  estimated_cost: Ron.nullable(),
  /** Null until the end, while the company checks the fare, and where another payer is charged. */
  cost: Ron.nullable(),
  driver: z
    .object({
      /** Null when a partner company drives. */
      first_name: z.string().nullable(),
      car: CarView.nullable(),
    })
    .nullable(),
  /** Position of the car on its way; null otherwise, and while the driver is on another trip. */
  position: z.object({ lat: z.number(), long: z.number(), age_s: z.number().int() }).nullable(),
  /** Rating given by this client in the application. */
  rating: OrderRating.omit({ source: true }).nullable(),
  can_cancel: z.boolean(),
  can_rate: z.boolean(),
})
export type ClientOrder = z.infer<typeof ClientOrder>

export const listClientOrders = endpoint({
  method: 'GET',
  path: '/api/client/orders',
  does: 'Own orders: those that are open and those of the last 90 days, newest first.',
  area,
  may,
  query: z.object(pageQuery(20, 50)),
  reply: paged(ClientOrder),
})

export const readClientOrder = endpoint({
  method: 'GET',
  path: '/api/client/orders/:id',
  does: 'One of the own orders.',
  area,
  may,
  params: ByOrderId,
  reply: one(ClientOrder),
  errors: ['order.unknown'],
})

const { departure_time, service_id, options } = NewOrder.shape

export const placeClientOrder = endpoint({
  method: 'POST',
  path: '/api/client/orders',
  does: 'Order a car. At most 3 orders of a client are open at the same time.',
  area,
  may,
  body: z.object({
    places: z.array(NewPlace).min(1, 'Alegeți o adresă').max(MAX_PLACES, `Cel mult ${MAX_PLACES} de adrese`),
    departure_time,
    service_id,
    options,
    payment_type: z.enum(['cash', 'card']).default('cash'),
    /** For the dispatcher and the driver; never returned. */
    note: textUpTo(ORDER_TEXT.notes).nullish(),
    /** Stored where the company has no name for the client. */
    name: textUpTo(ORDER_TEXT.name).nullish(),
  }),
  reply: one(ClientOrder),
  status: 201,
  errors: [
    'client_app.too_many_orders',
    'company.waiting',
    'company.refused',
    'company.suspended',
    'company.trial_over',
  ],
})

export const cancelClientOrder = endpoint({
  method: 'PATCH',
  path: '/api/client/orders/:id/cancel',
  does: 'Call off an own order until its trip starts.',
  area,
  may,
  params: ByOrderId,
  reply: one(ClientOrder),
  errors: ['order.unknown', 'order.wrong_state', 'order.trip_started', 'order.of_account'],
})

export const rateClientOrder = endpoint({
  method: 'POST',
  path: '/api/client/orders/:id/rating',
  does: 'What the client thinks of a finished trip: once, within 7 days.',
  area,
  may,
  params: ByOrderId,
  body: rateOrder.body,
  reply: one(ClientOrder),
  status: 201,
  errors: ['order.unknown', 'order.wrong_state', 'order.already_rated', 'order.rating_closed'],
})

export const ClientAddress = PlaceOfClient.extend({ id: Id, place_id: z.string().nullable() })
export type ClientAddress = z.infer<typeof ClientAddress>

const typedDoor = TypedDoorDetails.shape
export const listClientAddresses = endpoint({
  method: 'GET',
  path: '/api/client/addresses',
  does: 'Own saved addresses with this company, used in the last 90 days, most used first.',
  area,
  may,
  reply: z.object({ data: z.array(ClientAddress) }),
})

export const saveClientAddress = endpoint({
  method: 'POST',
  path: '/api/client/addresses',
  does: 'Save an address; one that is there already is brought up to date. At most 50.',
  area,
  may,
  body: z.object({
    name: requiredText(ORDER_TEXT.placeName, 'Adresa este obligatorie'),
    lat: NewPlace.shape.lat,
    long: NewPlace.shape.long,
    place_id: NewPlace.shape.place_id,
    bloc: typedDoor.bloc,
    scara: typedDoor.scara,
    reper: typedDoor.reper,
  }),
  reply: one(ClientAddress),
  status: 201,
  errors: ['client_app.too_many_addresses'],
})

export const deleteClientAddress = endpoint({
  method: 'DELETE',
  path: '/api/client/addresses/:id',
  does: 'Take one of the own addresses off the list; it stays in past orders.',
  area,
  may,
  params: ById,
  reply: Done,
  errors: ['saved_address.unknown'],
})
