import { MAX_PLACES } from '@dispecerat/domain/kernel/typed-text'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { exportQuery, TableFile } from '../kernel/exports.ts'
import { ByOrderId, OrderIdText, PlaceIdIn, PlaceIdText, UserIdIn } from '../kernel/ids.ts'
import { Done, Id, one, textUpTo, WireTime } from '../kernel/wire.ts'
import { PromiseWarning } from './lead.ts'
import { OrderFilters, OrdersPage } from './order-search.ts'
import { NewOrder, NewPlace, OrderChange, OrderView } from './order-shapes.ts'

const area = 'orders'
const PlaceOfOrder = z.object({ id: OrderIdText, placeId: PlaceIdText })

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  does: 'Orders of my companies, newest first.',
  area,
  may: 'orders.read',
  query: OrderFilters,
  reply: OrdersPage,
})

export const exportOrders = endpoint({
  method: 'GET',
  path: '/api/orders/export',
  does: 'A book of orders as a file, every page of it.',
  area,
  may: 'orders.read',
  query: OrderFilters.omit({ page: true, per_page: true, cursor: true, search: true }).extend(exportQuery),
  reply: TableFile,
})

export const readOrder = endpoint({
  method: 'GET',
  path: '/api/orders/:id',
  does: 'One order, whole.',
  area,
  may: 'orders.read',
  params: ByOrderId,
  reply: one(OrderView),
  errors: ['order.unknown'],
})

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/orders',
  does: 'Place an order and start its search; `draft: true` only keeps it. After 503 request.outcome_unknown the identical request of the same user within 30 s answers with the first order and `repeated: true`, even without an Idempotency-Key.',
  area,
  may: 'orders.place',
  body: NewOrder,
  /** `repeated`: the order of an identical earlier request whose reply was lost. `warning`: its departure cannot be promised. */
  reply: one(OrderView).extend({ repeated: z.literal(true).optional(), warning: PromiseWarning.optional() }),
  status: 201,
  errors: [
    'request.outcome_unknown',
    'order.phone_blocked',
    'company.suspended',
    'company.trial_over',
    'company.waiting',
    'company.refused',
    'service.unknown',
    'place.outside_romania',
  ],
})

export const editOrder = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id',
  does: 'Change fields of an order, or place a draft with state=created. If-Match carries the version that was read.',
  area,
  may: 'orders.edit',
  takesVersion: true,
  params: ByOrderId,
  body: OrderChange,
  /** `warning`: the departure of a draft that was placed, or of an order that was moved, cannot be promised. */
  reply: one(OrderView).extend({ warning: PromiseWarning.optional() }),
  errors: [
    'order.unknown',
    'order.changed_meanwhile',
    'order.field_locked',
    'order.client_phone_fixed',
    'order.phone_blocked',
    'order.is_test',
  ],
})

export const cancelOrder = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/cancel',
  does: 'Call an order off, withdraw its offers and tell whoever is driving to it.',
  area,
  may: 'orders.cancel',
  params: ByOrderId,
  body: z.object({ reason_text: textUpTo(300).optional() }).nullish(),
  reply: one(OrderView),
  errors: ['order.unknown', 'order.wrong_state'],
})

export const retryOrder = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/retry',
  does: 'Search again for a canceled or pending order; the driver who canceled it is left out.',
  area,
  may: 'orders.retry',
  params: ByOrderId,
  body: z.unknown().optional(),
  reply: one(OrderView),
  errors: ['order.never_placed', 'order.unknown', 'order.wrong_state', 'order.not_yours'],
})

export const moveToPending = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/move-to-pending',
  does: 'Stop the search and leave the order in the pending queue.',
  area,
  may: 'orders.retry',
  params: ByOrderId,
  body: z.unknown().optional(),
  reply: one(OrderView),
  errors: ['order.unknown', 'order.wrong_state', 'order.not_yours'],
})

export const notifyDrivers = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/custom-drivers',
  does: 'Notify driver: ask the named drivers first, in a new search; a pending or canceled order is searched for again.',
  area,
  may: 'orders.dispatch',
  params: ByOrderId,
  body: z.object({
    driver_ids: z.array(UserIdIn).min(1, 'Vă rugăm să selectați soferi').max(20, 'Cel mult 20 de șoferi'),
    /** True: only these drivers are offered the order. */
    only_custom: z.boolean().default(false),
  }),
  reply: one(OrderView),
  errors: ['order.unknown', 'order.wrong_state', 'driver.unknown'],
})

export const duplicateOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/duplicate',
  does: 'Copy a saved order into a new draft that leaves now.',
  area,
  may: 'orders.dispatch',
  params: ByOrderId,
  body: z.unknown().optional(),
  reply: z.object({ id: Id }),
  status: 201,
  errors: ['order.unknown', 'order.wrong_state'],
})

export const deleteOrder = endpoint({
  method: 'DELETE',
  path: '/api/orders/:id',
  does: 'Hide an order that is neither assigned nor finished; its search stops.',
  area,
  may: 'orders.dispatch',
  params: ByOrderId,
  reply: Done,
  errors: ['order.unknown', 'order.wrong_state'],
})

export const restoreOrder = endpoint({
  method: 'POST',
  path: '/api/orders/:id/restore',
  does: 'Take a deletion back; a search that was running starts again.',
  area,
  may: 'orders.dispatch',
  params: ByOrderId,
  body: z.unknown().optional(),
  reply: one(OrderView),
  errors: ['order.unknown', 'order.wrong_state'],
})

export const setDriverAndFinish = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/set-driver-and-finish',
  does: 'Give a canceled or pending order to a chosen driver and close it as finished.',
  area,
  may: 'orders.dispatch',
  params: ByOrderId,
  body: z.object({ driverId: UserIdIn }),
  reply: one(OrderView),
  errors: ['order.never_placed', 'order.unknown', 'order.wrong_state', 'driver.unknown'],
})

export const confirmFare = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/confirm-fare',
  does: 'Believe the fare that a driver sent: from now on it is paid and invoiced. A fare that nobody doubts stays as it is. If-Match carries the version that was read.',
  area,
  may: 'orders.fare',
  takesVersion: true,
  params: ByOrderId,
  body: z.object({ reason: textUpTo(200).optional() }).nullish(),
  reply: one(OrderView),
  errors: ['order.unknown', 'order.wrong_state', 'order.changed_meanwhile'],
})

export const updateName = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/update-name',
  does: 'Client name and notes, on the order and on the client. If-Match carries the version that was read.',
  area,
  may: 'orders.edit',
  takesVersion: true,
  params: ByOrderId,
  body: z.object({ name: textUpTo(120).nullish(), about: textUpTo(1000).nullish() }),
  reply: one(OrderView),
  errors: ['order.unknown', 'order.changed_meanwhile'],
})

export const clearAlwaysInCall = endpoint({
  method: 'DELETE',
  path: '/api/orders/:id/always-in-call',
  does: 'Take the order off the in-call list.',
  area,
  may: 'orders.dispatch',
  params: ByOrderId,
  reply: one(OrderView),
  errors: ['order.unknown'],
})

export const addPlace = endpoint({
  method: 'POST',
  path: '/api/orders/:id/places',
  does: 'Add an address at a position, by default last.',
  area,
  may: 'orders.edit',
  takesVersion: true,
  params: ByOrderId,
  body: z.object({ place: NewPlace, position: z.number().int().min(0).max(MAX_PLACES).optional() }),
  reply: one(OrderView),
  status: 201,
  errors: ['order.unknown', 'order.changed_meanwhile', 'order.field_locked', 'place.outside_romania'],
})

export const editPlace = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/places/:placeId',
  does: 'Change one address of an order.',
  area,
  may: 'orders.edit',
  takesVersion: true,
  params: PlaceOfOrder,
  body: NewPlace,
  reply: one(OrderView),
  errors: ['order.unknown', 'order.changed_meanwhile', 'place.unknown', 'order.field_locked', 'place.outside_romania'],
})

export const removePlace = endpoint({
  method: 'DELETE',
  path: '/api/orders/:id/places/:placeId',
  does: 'Remove an address; the last one stays.',
  area,
  may: 'orders.edit',
  takesVersion: true,
  params: PlaceOfOrder,
  reply: one(OrderView),
  errors: ['order.unknown', 'order.changed_meanwhile', 'place.unknown', 'order.last_place', 'order.field_locked'],
})

export const sortPlaces = endpoint({
  method: 'PATCH',
  path: '/api/orders/:id/places/sort',
  does: 'Put the addresses in a new order; the first becomes the pickup.',
  area,
  may: 'orders.edit',
  takesVersion: true,
  params: ByOrderId,
  body: z.object({ ids: z.array(PlaceIdIn).min(1).max(MAX_PLACES) }),
  reply: one(OrderView),
  errors: ['order.unknown', 'order.changed_meanwhile', 'place.unknown', 'order.field_locked'],
})

export const HistoryItem = z.object({
  id: Id,
  timestamp: WireTime,
  type: z.string(),
  initiator: z.object({ kind: z.string(), id: Id.nullable(), name: z.string().nullable() }),
  data: z.record(z.string(), z.unknown()),
})

export const readOrderHistory = endpoint({
  method: 'GET',
  path: '/api/order-history/:id',
  does: 'Everything that happened to an order, newest last.',
  area,
  may: 'orders.history',
  params: ByOrderId,
  reply: z.object({ data: z.array(HistoryItem) }),
  errors: ['order.unknown'],
})
