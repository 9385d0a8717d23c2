import { DEVICE_STATUSES } from '@dispecerat/domain/fleet/car'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { exportQuery, TableFile } from '../kernel/exports.ts'
import { CompanyIdIn, CompanyIdText, UserIdIn } from '../kernel/ids.ts'
import {
  ById,
  Done,
  Id,
  ManyIds,
  Outcomes,
  one,
  Phone,
  paged,
  pageQuery,
  RecordVersion,
  Switch,
  textUpTo,
  WireTime,
} from '../kernel/wire.ts'

const area = 'devices'
const may = 'devices.edit' as const

const optional = (max: number) =>
  textUpTo(max)
    .nullable()
    .transform((text) => (text === '' ? null : text))

export const Device = z.object({
  id: Id,
  company_id: Id,
  company_name: z.string(),
  install_id: z.string().nullable(),
  imei: z.string().nullable(),
  platform: z.enum(['android', 'ios']),
  model: z.string().nullable(),
  os_version: z.string().nullable(),
  app_version: z.string().nullable(),
  phone_number: z.string().nullable(),
  /** Last user logged in on it. */
  driver: z.object({ id: Id, name: z.string().nullable(), indicativ: z.string().nullable() }).nullable(),
  status: z.enum(DEVICE_STATUSES),
  /** Can receive push messages while the app is closed; the token itself is never returned. */
  has_push: z.boolean(),
  notes: z.string().nullable(),
  /** null: never yet. */
  last_seen_at: WireTime.nullable(),
  created_at: WireTime,
  updated_at: WireTime,
  version: RecordVersion,
})
export type Device = z.infer<typeof Device>

const fields = {
  imei: textUpTo(20)
    .transform((text) => text.replace(/[\s/-]/g, ''))
    .refine((text) => text === '' || /^\d{14,16}$/.test(text), 'IMEI are 14–16 cifre')
    .nullable()
    .transform((text) => (text === '' ? null : text)),
  platform: z.enum(['android', 'ios'], 'Platformă necunoscută'),
  model: optional(100),
  os_version: optional(40),
  phone_number: z.union([z.literal('').transform(() => null), z.null(), Phone]),
  /** A driver of the device's company. */
  driver_id: UserIdIn.nullable(),
  notes: optional(1000),
}

export const NewDevice = z
  .object({
    company_id: CompanyIdIn.optional(),
    ...fields,
    install_id: optional(100).default(null),
    imei: fields.imei.default(null),
    model: fields.model.default(null),
    os_version: fields.os_version.default(null),
    phone_number: fields.phone_number.default(null),
    driver_id: fields.driver_id.default(null),
    notes: fields.notes.default(null),
  })
  .refine(({ imei, install_id }) => imei !== null || install_id !== null, {
    path: ['imei'],
    error: 'Completați IMEI sau identificatorul instalării',
  })
export type NewDevice = z.output<typeof NewDevice>

export const DeviceChange = z.object(fields).partial()
export type DeviceChange = z.output<typeof DeviceChange>

const DEVICE_SORTS = ['model', 'driver', 'status', 'app_version', 'last_seen_at', 'created_at'] as const
export type DeviceSort = (typeof DEVICE_SORTS)[number] | `-${(typeof DEVICE_SORTS)[number]}`

const filters = {
  /** Search terms for model, IMEI, installation, phone and driver. */
  search: textUpTo(80).optional(),
  company_id: CompanyIdText.optional(),
  status: z.enum(DEVICE_STATUSES).optional(),
  platform: z.enum(['android', 'ios']).optional(),
  app_version: textUpTo(40).optional(),
  without_driver: Switch.optional(),
  sort: z.enum(DEVICE_SORTS.flatMap((key) => [key, `-${key}` as const])).default('-last_seen_at'),
}

export const listDevices = endpoint({
  method: 'GET',
  path: '/api/devices',
  does: 'Phones with the drivers’ app, of my companies.',
  area,
  may,
  query: z.object({ ...pageQuery(30), ...filters }),
  reply: paged(Device),
})

export const exportDevices = endpoint({
  method: 'POST',
  path: '/api/devices/export',
  does: 'The same as a file, every page of it; a body, because a typed name or phone stands in no address.',
  area,
  may,
  body: z.object({ ...filters, ...exportQuery }),
  reply: TableFile,
})

export const changeManyDevices = endpoint({
  method: 'POST',
  path: '/api/devices/bulk',
  does: 'Blocks many phones or lets them in again, takes them off the list or back; each answers for itself.',
  area,
  may,
  body: z.object({ ids: ManyIds, action: z.enum(['block', 'unblock', 'delete', 'restore']) }),
  reply: Outcomes,
})

export const readDevice = endpoint({
  method: 'GET',
  path: '/api/devices/:id',
  does: 'One phone.',
  area,
  may,
  params: ById,
  reply: one(Device),
  errors: ['device.unknown'],
})

export const createDevice = endpoint({
  method: 'POST',
  path: '/api/devices',
  does: 'Enters a phone by hand, before its driver logs in on it.',
  area,
  may,
  body: NewDevice,
  reply: one(Device),
  status: 201,
  errors: ['company.unknown', 'driver.unknown'],
})

export const editDevice = endpoint({
  method: 'PATCH',
  path: '/api/devices/:id',
  does: 'Changes the fields given; If-Match carries the version that was read.',
  area,
  may,
  takesVersion: true,
  params: ById,
  body: DeviceChange,
  reply: one(Device),
  errors: ['device.unknown', 'device.changed_meanwhile', 'driver.unknown'],
})

export const blockDevice = endpoint({
  method: 'PATCH',
  path: '/api/devices/:id/block',
  does: 'No call from it is answered and its socket is closed (4403), from now on.',
  area,
  may,
  params: ById,
  body: z.object({ status: z.enum(['blocked', 'lost']).default('blocked') }).default({ status: 'blocked' }),
  reply: one(Device),
  errors: ['device.unknown'],
})

export const unblockDevice = endpoint({
  method: 'PATCH',
  path: '/api/devices/:id/unblock',
  does: 'It may be used again; who was logged in on it still is.',
  area,
  may,
  params: ById,
  reply: one(Device),
  errors: ['device.unknown'],
})

export const deleteDevice = endpoint({
  method: 'DELETE',
  path: '/api/devices/:id',
  does: 'Takes a phone off the list; one that is used again comes back by itself, a blocked one stays blocked.',
  area,
  may,
  params: ById,
  reply: Done,
  errors: ['device.unknown'],
})

export const restoreDevice = endpoint({
  method: 'POST',
  path: '/api/devices/:id/restore',
  does: 'Gives a deleted phone back to the list.',
  area,
  may,
  params: ById,
  reply: one(Device),
  errors: ['device.unknown'],
})
