import { STAND_RADIUS_METRES } from '@dispecerat/domain/fleet/stand'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByStandId, CompanyIdIn } from '../kernel/ids.ts'
import { Done, Id, Latitude, Longitude, one, requiredText, WireTime } from '../kernel/wire.ts'

const area = 'stands'
const { min, usual, max } = STAND_RADIUS_METRES
const RADIUS = `Raza trebuie să fie între ${min} și ${max} de metri`
const CAPACITY = 'Capacitatea trebuie să fie un număr întreg, cel puțin 1'

export const Stand = z.object({
  id: Id,
  company_id: Id,
  name: z.string(),
  lat: z.number(),
  long: z.number(),
  radius_m: z.number().int(),
  /** The zone the stand lies in. */
  polygon_id: Id.nullable(),
  /** Number of cars the stand has space for; null = not set. */
  capacity: z.number().int().nullable(),
  is_active: z.boolean(),
  /** Drivers waiting there now. */
  queue_length: z.number().int(),
})
export type Stand = z.infer<typeof Stand>

const StandName = requiredText(60, 'Numele este obligatoriu')
const Radius = z.number(RADIUS).int(RADIUS).min(min, RADIUS).max(max, RADIUS)
const Capacity = z.number(CAPACITY).int(CAPACITY).min(1, CAPACITY).max(10_000, 'Capacitatea este prea mare').nullable()

export const NewStand = z.object({
  /** Company of the stand; may be left out by users of a single company. */
  company_id: CompanyIdIn.optional(),
  name: StandName,
  lat: Latitude,
  long: Longitude,
  radius_m: Radius.default(usual),
  capacity: Capacity.default(null),
  is_active: z.boolean().default(true),
})
export type NewStand = z.input<typeof NewStand>

export const listStands = endpoint({
  method: 'GET',
  path: '/api/stands',
  does: 'The taxi stands of my companies, those out of use included.',
  area,
  may: 'zones.read',
  reply: z.object({
    data: z.array(Stand),
    /** Companies whose stands the user may see or create. */
    companies: z.array(z.object({ id: Id, name: z.string() })),
  }),
})

export const createStand = endpoint({
  method: 'POST',
  path: '/api/stands',
  does: 'Open a taxi stand.',
  area,
  may: 'zones.edit',
  body: NewStand,
  reply: one(Stand),
  status: 201,
  errors: ['company.unknown'],
})

export const editStand = endpoint({
  method: 'PATCH',
  path: '/api/stands/:id',
  does: 'Move, resize, rename or switch off a stand; fields left out stay.',
  area,
  may: 'zones.edit',
  params: ByStandId,
  body: z.object({
    name: StandName.optional(),
    lat: Latitude.optional(),
    long: Longitude.optional(),
    radius_m: Radius.optional(),
    capacity: Capacity.optional(),
    is_active: z.boolean().optional(),
  }),
  reply: one(Stand),
  errors: ['stand.unknown'],
})
export type StandChange = z.output<typeof editStand.body>

export const deleteStand = endpoint({
  method: 'DELETE',
  path: '/api/stands/:id',
  does: 'Delete a stand; whoever waits there waits no longer.',
  area,
  may: 'zones.edit',
  params: ByStandId,
  reply: Done,
  errors: ['stand.unknown'],
})

export const restoreStand = endpoint({
  method: 'POST',
  path: '/api/stands/:id/restore',
  does: 'Undo the deletion of a stand.',
  area,
  may: 'zones.edit',
  params: ByStandId,
  reply: one(Stand),
  errors: ['stand.unknown'],
})

export const StandQueuePlace = z.object({
  /** 1 = first in line. */
  position: z.number().int(),
  driver_id: Id,
  driver_name: z.string().nullable(),
  indicativ: z.string().nullable(),
  arrived_at: WireTime,
  lat: z.number().nullable(),
  long: z.number().nullable(),
})
export type StandQueuePlace = z.infer<typeof StandQueuePlace>

export const readStandQueue = endpoint({
  method: 'GET',
  path: '/api/stands/:id/queue',
  does: 'Who waits at a stand, first come first.',
  area,
  may: 'zones.read',
  params: ByStandId,
  reply: z.object({ data: z.array(StandQueuePlace) }),
  errors: ['stand.unknown'],
})
