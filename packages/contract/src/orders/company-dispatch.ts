import { IMPLAUSIBLE } from '@dispecerat/domain/fleet/position-plausibility'
import { TRIP_STATES } from '@dispecerat/domain/orders/order'
import { z } from 'zod'
import { DriverPosition } from '../fleet/live-map.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { ByUserId } from '../kernel/ids.ts'
import { ById, Done, Id, one, Phone, Ron, requiredText, textUpTo, WireTime } from '../kernel/wire.ts'
import { CarView } from './order-shapes.ts'

/** Statistics. */
export const Statistics = z.object({
  driversCount: z.number().int(),
  driversOnlineCount: z.number().int(),
  driversBusyCount: z.number().int(),
  driversFreeCount: z.number().int(),
  driversPriorityCount: z.number().int(),
  clientsCount: z.number().int(),
  ordersTodayCount: z.number().int(),
  ordersTotalCount: z.number().int(),
  canceledOrdersTodayCount: z.number().int(),
  ordersLast24hCount: z.number().int(),
  canceledOrdersLast24hCount: z.number().int(),
  announcesCount: z.number().int(),
  incidentsCount: z.number().int(),
})
export type Statistics = z.infer<typeof Statistics>

export const readStatistics = endpoint({
  method: 'GET',
  path: '/api/statistics/common',
  does: 'Counts of my companies.',
  area: 'statistics',
  may: 'statistics.read',
  reply: Statistics,
})

export const listDriverPositions = endpoint({
  method: 'GET',
  path: '/api/drivers-positions',
  does: 'Where the drivers on duty of my companies are.',
  area: 'fleet',
  may: 'drivers.positions',
  reply: z.array(DriverPosition),
})

export const DriverCard = z.object({
  id: Id,
  identifier: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  balance: Ron,
  /** Below the company's warning limit. */
  balance_is_low: z.boolean(),
  is_busy: z.boolean(),
  is_paused: z.boolean(),
  is_online: z.boolean(),
  high_priority: z.boolean(),
  ban_until: WireTime.nullable(),
  ban_reason: z.string().nullable(),
  default_car: CarView.nullable(),
  /** Longitude first. */
  current_location: z.tuple([z.number(), z.number()]).nullable(),
  /** The same location as named fields. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  current_polygon_id: Id.nullable(),
  /** Reason why the position is implausible and not used by searches: it jumps, another app mocks it, or it may be old. */
  implausible_position: z.enum(IMPLAUSIBLE).nullable(),
})
export type DriverCard = z.infer<typeof DriverCard>

/** All details of a driver: fields that the card shows in addition. */
export const DriverDetails = DriverCard.extend({
  /** App version last reported by the driver's phone. */
  app_version: z.string().nullable(),
  /** Over the last 100 ratings; no mean below 5 of them. */
  rating: z.object({ mean: z.number().nullable(), count: z.number().int() }),
  /** URL of the photo; null without one. */
  photo_url: z.string().nullable(),
  /** True for a driver created by the simulator. */
  is_simulated: z.boolean(),
  /** The current order first, the next one after it. */
  active_orders: z.array(
    z.object({
      id: Id,
      address: z.string().nullable(),
      trip_state: z.enum(TRIP_STATES).nullable(),
      is_next: z.boolean(),
    }),
  ),
  /** Since midnight in Bucharest. */
  today: z.object({
    /** Start of the current shift. */
    shift_started_at: WireTime.nullable(),
    offers_received: z.number().int(),
    offers_accepted: z.number().int(),
    offers_refused: z.number().int(),
    /** Seen on the phone and not answered. */
    offers_ignored: z.number().int(),
    orders_finished: z.number().int(),
  }),
})
export type DriverDetails = z.infer<typeof DriverDetails>

export const listDrivers = endpoint({
  method: 'GET',
  path: '/api/drivers',
  does: 'Drivers of my companies, by call sign; `search` matches call sign, name and identifier.',
  area: 'fleet',
  may: 'users.read',
  query: z.object({ search: textUpTo(80).optional() }),
  reply: z.object({ data: z.array(DriverCard) }),
})

export const readDriver = endpoint({
  method: 'GET',
  path: '/api/drivers/:id',
  does: 'One driver of my companies.',
  area: 'fleet',
  may: 'users.read',
  params: ByUserId,
  reply: one(DriverDetails),
  errors: ['driver.unknown'],
})

export const BlockedPhone = z.object({ id: Id, phone: z.string(), reason: z.string(), created_at: WireTime })

export const listBlockedPhones = endpoint({
  method: 'GET',
  path: '/api/blocked-phone',
  does: 'Phones my companies refuse.',
  area: 'clients',
  may: 'blocked_phones.edit',
  reply: z.object({ data: z.array(BlockedPhone) }),
})

export const blockPhone = endpoint({
  method: 'POST',
  path: '/api/blocked-phone',
  does: 'Refuse orders and calls from a phone.',
  area: 'clients',
  may: 'blocked_phones.edit',
  body: z.object({ phone: Phone, reason: requiredText(300, 'Motivul este obligatoriu') }),
  reply: one(BlockedPhone),
  status: 201,
})

export const unblockPhone = endpoint({
  method: 'DELETE',
  path: '/api/blocked-phone/:id',
  does: 'Accept a phone again.',
  area: 'clients',
  may: 'blocked_phones.edit',
  params: ById,
  reply: Done,
  errors: ['blocked_phone.unknown'],
})

export const restoreBlockedPhone = endpoint({
  method: 'POST',
  path: '/api/blocked-phone/:id/restore',
  does: 'Take the acceptance of a phone back: it is refused again as before.',
  area: 'clients',
  may: 'blocked_phones.edit',
  params: ById,
  reply: one(BlockedPhone),
  errors: ['blocked_phone.unknown'],
})

export const listServices = endpoint({
  method: 'GET',
  path: '/api/services',
  does: 'Services an order may ask for.',
  area: 'orders',
  may: 'services.read',
  reply: z.object({ data: z.array(z.object({ id: Id, name: z.string() })) }),
})
export const listOrderOptions = endpoint({
  method: 'GET',
  path: '/api/order-options',
  does: 'Options an order may carry, in the order they are offered.',
  area: 'orders',
  may: 'services.read',
  reply: z.object({
    data: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        /** Services for which the option is meant; forms list it first there. */
        service_ids: z.array(Id),
      }),
    ),
  }),
})

export const listPartners = endpoint({
  method: 'GET',
  path: '/api/partners',
  does: 'Companies that accepted to work with mine.',
  area: 'companies',
  may: 'orders.dispatch',
  reply: z.object({
    data: z.array(
      z.object({
        id: Id,
        name: z.string(),
        /** The actor's companies that include this partner in each new order by default. */
        asked_by: z.array(Id),
      }),
    ),
  }),
})

export const listProtocolCompanies = endpoint({
  method: 'GET',
  path: '/api/protocol-companies',
  does: 'Accounts a ride can be charged to.',
  area: 'companies',
  may: 'orders.place',
  reply: z.object({ data: z.array(z.object({ id: Id, name: z.string().nullable() })) }),
})
