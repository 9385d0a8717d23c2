import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CarView } from './order-shapes.ts'
import { DriverPosition } from './realtime.ts'
import { ById, Done, Id, one, Phone, Ron, requiredText, textUpTo, WireTime } from './wire.ts'

/** Statistics (ENT-071…079 and C-35). */
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
  is_busy: z.boolean(),
  is_paused: z.boolean(),
  is_online: z.boolean(),
  high_priority: z.boolean(),
  ban_until: WireTime.nullable(),
  ban_reason: z.string().nullable(),
  default_car: CarView.nullable(),
  /** Longitude first (C-34). */
  current_location: z.tuple([z.number(), z.number()]).nullable(),
  current_polygon_id: Id.nullable(),
})
export type DriverCard = z.infer<typeof DriverCard>

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
  params: ById,
  reply: one(DriverCard),
  errors: ['driver.unknown'],
})

export const ClientView = z.object({
  id: Id.nullable(),
  phone: z.string(),
  name: z.string().nullable(),
  about: z.string().nullable(),
  protocol_parent_user: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  is_blocked: z.boolean(),
  blocked_reason: z.string().nullable(),
  orders_count: z.number().int(),
  canceled_count: z.number().int(),
  last_order_at: WireTime.nullable(),
  /** An order that is not over yet: the caller probably rings about it. */
  open_order: z
    .object({
      id: Id,
      state: z.string(),
      trip_state: z.string().nullable(),
      address: z.string().nullable(),
      car_indicativ: z.string().nullable(),
    })
    .nullable(),
  addresses: z.array(
    z.object({
      id: Id,
      name: z.string(),
      lat: z.number(),
      long: z.number(),
      place_id: z.string().nullable(),
      comment: z.string().nullable(),
      bloc: z.string().nullable(),
      scara: z.string().nullable(),
      reper: z.string().nullable(),
    }),
  ),
})
export type ClientView = z.infer<typeof ClientView>

/** POST, because a phone number does not belong into a URL (decision 18). */
export const lookUpClient = endpoint({
  method: 'POST',
  path: '/api/clients/look-up',
  does: 'What my companies know of a phone number: name, notes, open order, addresses most used first.',
  area: 'clients',
  may: 'clients.read',
  body: z.object({ phone: Phone }),
  reply: one(ClientView),
})

export const noteClient = endpoint({
  method: 'PATCH',
  path: '/api/users/:phone/about',
  does: 'Notes about a client; an unknown phone becomes a client.',
  area: 'clients',
  may: 'clients.note',
  params: z.object({ phone: Phone }),
  body: z.object({ about: textUpTo(1000) }),
  reply: one(z.object({ id: Id, about: z.string().nullable() })),
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

const NamedKey = z.object({ key: z.string(), name: z.string() })
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
  reply: z.object({ data: z.array(NamedKey) }),
})

export const listPartners = endpoint({
  method: 'GET',
  path: '/api/partners',
  does: 'Companies that accepted to work with mine.',
  area: 'companies',
  may: 'orders.dispatch',
  reply: z.object({ data: z.array(z.object({ id: Id, name: z.string() })) }),
})

export const listProtocolCompanies = endpoint({
  method: 'GET',
  path: '/api/protocol-companies',
  does: 'Accounts a ride can be charged to.',
  area: 'companies',
  may: 'orders.place',
  reply: z.object({ data: z.array(z.object({ id: Id, name: z.string().nullable() })) }),
})
