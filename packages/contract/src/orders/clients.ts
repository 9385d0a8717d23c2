import { z } from 'zod'
import { DoorDetails } from '../geography/door-details.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { Id, one, Phone, textUpTo, WireTime } from '../kernel/wire.ts'

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
  /** Canceled orders whose driver waited in vain. */
  no_shows_count: z.number().int(),
  last_order_at: WireTime.nullable(),
  /** An order that is not over yet, because the call is probably about it. */
  open_order: z
    .object({
      id: Id,
      state: z.string(),
      trip_state: z.string().nullable(),
      address: z.string().nullable(),
      car_indicativ: z.string().nullable(),
      assigned_at: WireTime.nullable(),
      /** Minutes the driver promised, counted from assigned_at. */
      waiting_driver_time: z.number().int().nullable(),
      departure_time: WireTime,
    })
    .nullable(),
  /** Most used first. */
  addresses: z.array(
    z.object({
      id: Id,
      name: z.string(),
      lat: z.number(),
      long: z.number(),
      place_id: z.string().nullable(),
      ...DoorDetails.shape,
    }),
  ),
})
export type ClientView = z.infer<typeof ClientView>

/** POST, because phone numbers must not be in URLs. */
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
