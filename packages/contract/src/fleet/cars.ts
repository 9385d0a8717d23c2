import { CAR_CATEGORIES, DOCUMENT_STATES, isPlate, normalizePlate } from '@dispecerat/domain/fleet/car'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { exportQuery, TableFile } from '../kernel/exports.ts'
import { ByCarId, CarIdText, CompanyIdIn, CompanyIdText, ManyCarIds, UserIdIn, UserIdText } from '../kernel/ids.ts'
import { MAX_BODY_WITH_PHOTO_BYTES, PhotoIn } from '../kernel/photo.ts'
import {
  Done,
  Id,
  Outcomes,
  one,
  paged,
  pageQuery,
  RecordVersion,
  requiredText,
  Switch,
  textUpTo,
  WireTime,
} from '../kernel/wire.ts'

const area = 'cars'
const may = 'cars.edit' as const

const Day = z.string()
const DayIn = z
  .string('Dată invalidă')
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Dată invalidă')
  .refine((text) => !Number.isNaN(Date.parse(`${text}T12:00:00Z`)) && isCalendarDay(text), 'Dată invalidă')
  .refine((text) => text >= '1990-01-01' && text <= '2099-12-31', 'Dată invalidă')
  .nullable()

function isCalendarDay(text: string): boolean {
  return new Date(`${text}T12:00:00Z`).toISOString().slice(0, 10) === text
}

const optional = (max: number) =>
  textUpTo(max)
    .nullable()
    .transform((text) => (text === '' ? null : text))

export const CarDriver = z.object({
  id: Id,
  name: z.string().nullable(),
  /** The driver's short code. */
  identifier: z.string().nullable(),
  is_default: z.boolean(),
  /** On duty with this car. */
  drives_now: z.boolean(),
})
export type CarDriver = z.infer<typeof CarDriver>

export const Car = z.object({
  id: Id,
  company_id: Id,
  company_name: z.string(),
  indicativ: z.string(),
  /** Upper case without spaces. */
  number: z.string(),
  make: z.string().nullable(),
  model: z.string().nullable(),
  color: z.string().nullable(),
  year: z.number().int().nullable(),
  seats: z.number().int(),
  category: z.enum(CAR_CATEGORIES),
  /** Order-option keys the car can serve. */
  options: z.array(z.string()),
  taxi_licence_no: z.string().nullable(),
  taxi_licence_until: Day.nullable(),
  itp_until: Day.nullable(),
  rca_until: Day.nullable(),
  /** The worst state of the three documents. */
  papers: z.enum(DOCUMENT_STATES),
  /** Its drivers get no offers because of its documents. */
  barred_by_papers: z.boolean(),
  /** URL of its photo; null without one. */
  photo_url: z.string().nullable(),
  is_active: z.boolean(),
  notes: z.string().nullable(),
  drivers: z.array(CarDriver),
  created_at: WireTime,
  updated_at: WireTime,
  version: RecordVersion,
})
export type Car = z.infer<typeof Car>

const fields = {
  indicativ: requiredText(8, 'Indicativul este obligatoriu'),
  number: requiredText(20, 'Numărul de înmatriculare este obligatoriu')
    .transform(normalizePlate)
    .refine(isPlate, 'Număr de înmatriculare invalid (de ex. BV12ABC)'),
  make: optional(40),
  model: optional(40),
  color: optional(30),
  year: z
    .number('An invalid')
    .int('An invalid')
    .min(1950, 'Anul trebuie să fie între 1950 și 2100')
    .max(2100, 'Anul trebuie să fie între 1950 și 2100')
    .nullable(),
  seats: z
    .number('Număr de locuri invalid')
    .int('Număr de locuri invalid')
    .min(0, 'Între 0 și 60 de locuri')
    .max(60, 'Între 0 și 60 de locuri'),
  category: z.enum(CAR_CATEGORIES, 'Categorie necunoscută'),
  options: z.array(z.string().max(40)).max(40),
  taxi_licence_no: optional(40),
  taxi_licence_until: DayIn,
  itp_until: DayIn,
  rca_until: DayIn,
  is_active: z.boolean(),
  notes: optional(1000),
}

export const NewCar = z.object({
  company_id: CompanyIdIn.optional(),
  ...fields,
  make: fields.make.default(null),
  model: fields.model.default(null),
  color: fields.color.default(null),
  year: fields.year.default(null),
  seats: fields.seats.default(4),
  category: fields.category.default('standard'),
  options: fields.options.default([]),
  taxi_licence_no: fields.taxi_licence_no.default(null),
  taxi_licence_until: fields.taxi_licence_until.default(null),
  itp_until: fields.itp_until.default(null),
  rca_until: fields.rca_until.default(null),
  is_active: fields.is_active.default(true),
  notes: fields.notes.default(null),
})
export type NewCar = z.output<typeof NewCar>

export const CarChange = z.object(fields).partial()
export type CarChange = z.output<typeof CarChange>

const CAR_SORTS = ['indicativ', 'number', 'make', 'category', 'year', 'papers', 'created_at'] as const
export type CarSort = (typeof CAR_SORTS)[number] | `-${(typeof CAR_SORTS)[number]}`

const filters = {
  /** Search terms for call sign, plate, make, model and driver. */
  search: textUpTo(80).optional(),
  company_id: CompanyIdText.optional(),
  category: z.enum(CAR_CATEGORIES).optional(),
  papers: z.enum(DOCUMENT_STATES).optional(),
  is_active: Switch.optional(),
  /** Only cars without a driver. */
  without_driver: Switch.optional(),
  sort: z.enum(CAR_SORTS.flatMap((key) => [key, `-${key}` as const])).default('indicativ'),
}

export const listCars = endpoint({
  method: 'GET',
  path: '/api/cars',
  does: 'Cars of my companies that were not deleted.',
  area,
  may,
  query: z.object({ ...pageQuery(30), ...filters }),
  reply: paged(Car),
})

export const exportCars = endpoint({
  method: 'POST',
  path: '/api/cars/export',
  does: 'The same as a file, every page of it; a body, because a typed name or phone stands in no address.',
  area,
  may,
  body: z.object({ ...filters, ...exportQuery }),
  reply: TableFile,
})

export const changeManyCars = endpoint({
  method: 'POST',
  path: '/api/cars/bulk',
  does: 'Puts many cars to work or out of work, takes them away or back; each answers for itself.',
  area,
  may,
  body: z.object({ ids: ManyCarIds, action: z.enum(['activate', 'deactivate', 'delete', 'restore']) }),
  reply: Outcomes,
})

export const readCar = endpoint({
  method: 'GET',
  path: '/api/cars/:id',
  does: 'One car with its drivers and papers.',
  area,
  may,
  params: ByCarId,
  reply: one(Car),
  errors: ['car.unknown'],
})

export const createCar = endpoint({
  method: 'POST',
  path: '/api/cars',
  does: 'Adds a car to one of my companies.',
  area,
  may,
  body: NewCar,
  reply: one(Car),
  status: 201,
  errors: ['company.unknown'],
})

export const editCar = endpoint({
  method: 'PATCH',
  path: '/api/cars/:id',
  does: 'Changes the fields given; If-Match carries the version that was read.',
  area,
  may,
  takesVersion: true,
  params: ByCarId,
  body: CarChange,
  reply: one(Car),
  errors: ['car.unknown', 'car.changed_meanwhile', 'car.on_trip'],
})

export const deleteCar = endpoint({
  method: 'DELETE',
  path: '/api/cars/:id',
  does: 'Takes a car away; refused while a driver of it has an order.',
  area,
  may,
  params: ByCarId,
  reply: Done,
  errors: ['car.unknown', 'car.on_trip'],
})

export const restoreCar = endpoint({
  method: 'POST',
  path: '/api/cars/:id/restore',
  does: 'Gives a deleted car back, unless its plate or call sign was given away meanwhile.',
  area,
  may,
  params: ByCarId,
  reply: one(Car),
  errors: ['car.unknown', 'car.plate_taken', 'car.sign_taken'],
})

export const linkDriver = endpoint({
  method: 'POST',
  path: '/api/cars/:id/drivers',
  does: 'Lets a driver of the same company drive it; his first car is his default one.',
  area,
  may,
  params: ByCarId,
  body: z.object({ driver_id: UserIdIn, is_default: z.boolean().default(false) }),
  reply: one(Car),
  errors: ['car.unknown', 'driver.unknown'],
})

export const unlinkDriver = endpoint({
  method: 'DELETE',
  path: '/api/cars/:id/drivers/:driverId',
  does: 'The driver no longer drives it; refused while he has an order.',
  area,
  may,
  params: z.object({ id: CarIdText, driverId: UserIdText }),
  reply: one(Car),
  errors: ['car.unknown', 'driver.unknown', 'car.on_trip'],
})

export const readCarPhoto = endpoint({
  method: 'GET',
  path: '/api/cars/:id/photo',
  does: 'The photo of a car.',
  area,
  may,
  params: ByCarId,
  reply: z.any().meta({ description: 'image/jpeg or image/png' }),
  errors: ['car.unknown', 'car.no_photo'],
})

export const saveCarPhoto = endpoint({
  method: 'POST',
  path: '/api/cars/:id/photo',
  does: 'Keeps a photo of the car, in place of the one before.',
  area,
  may,
  params: ByCarId,
  body: z.object({ photo: PhotoIn }),
  bodyBytes: MAX_BODY_WITH_PHOTO_BYTES,
  reply: one(Car),
  errors: ['car.unknown'],
})

export const deleteCarPhoto = endpoint({
  method: 'DELETE',
  path: '/api/cars/:id/photo',
  does: 'The car has no photo any more.',
  area,
  may,
  params: ByCarId,
  reply: one(Car),
  errors: ['car.unknown', 'car.no_photo'],
})
