import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdIn, CompanyIdText } from '../kernel/ids.ts'
import { ById, Done, Id, one, RecordVersion, Ron, RonIn, requiredText } from '../kernel/wire.ts'

const area = 'tariffs'

const HourIn = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Ora trebuie scrisă HH:mm')
const Percent = z
  .number('Procent invalid')
  .int('Procentul trebuie să fie întreg')
  .min(0, 'Procentul nu poate fi negativ')
  .max(300, 'Cel mult 300 %')

/** Price of a company's service. */
export const Tariff = z.object({
  id: Id,
  company_id: Id,
  service_id: z.number().int(),
  service_name: z.string(),
  name: z.string(),
  start_fee: Ron,
  per_km: Ron,
  per_minute_wait: Ron,
  night_percent: z.number().int(),
  /** 'HH:mm' wall time in Bucharest; may run over midnight. */
  night_from: z.string(),
  night_to: z.string(),
  min_cost: Ron,
  version: RecordVersion,
})
export type Tariff = z.infer<typeof Tariff>

const fields = {
  name: requiredText(60, 'Numele este obligatoriu'),
  start_fee: RonIn,
  per_km: RonIn,
  per_minute_wait: RonIn,
  night_percent: Percent,
  night_from: HourIn,
  night_to: HourIn,
  min_cost: RonIn,
}

export const NewTariff = z.object({
  /** Company of the tariff; may be left out by users of a single company. */
  company_id: CompanyIdIn.optional(),
  service_id: z.number().int().positive(),
  ...fields,
  per_minute_wait: RonIn.default(0),
  night_percent: Percent.default(0),
  night_from: HourIn.default('22:00'),
  night_to: HourIn.default('06:00'),
  min_cost: RonIn.default(0),
})
export type NewTariff = z.output<typeof NewTariff>

export const TariffChange = z.object(fields).partial()
export type TariffChange = z.output<typeof TariffChange>

export const listTariffs = endpoint({
  method: 'GET',
  path: '/api/tariffs',
  does: 'The tariffs of my companies, one a service.',
  area,
  may: 'tariffs.read',
  query: z.object({ company_id: CompanyIdText.optional() }),
  reply: z.object({ data: z.array(Tariff) }),
})

export const readTariff = endpoint({
  method: 'GET',
  path: '/api/tariffs/:id',
  does: 'One tariff.',
  area,
  may: 'tariffs.read',
  params: ById,
  reply: one(Tariff),
  errors: ['tariff.unknown'],
})

export const createTariff = endpoint({
  method: 'POST',
  path: '/api/tariffs',
  does: 'Set what a service costs; a service has one tariff at a time.',
  area,
  may: 'tariffs.edit',
  body: NewTariff,
  reply: one(Tariff),
  status: 201,
  errors: ['company.unknown', 'service.unknown', 'tariff.service_taken'],
})

export const editTariff = endpoint({
  method: 'PATCH',
  path: '/api/tariffs/:id',
  does: 'Change what a service costs; orders already placed keep their estimate.',
  area,
  may: 'tariffs.edit',
  takesVersion: true,
  params: ById,
  body: TariffChange,
  reply: one(Tariff),
  errors: ['tariff.unknown', 'tariff.changed_meanwhile'],
})

export const deleteTariff = endpoint({
  method: 'DELETE',
  path: '/api/tariffs/:id',
  does: 'Take a tariff away; it can be restored.',
  area,
  may: 'tariffs.edit',
  params: ById,
  reply: Done,
  errors: ['tariff.unknown'],
})

export const restoreTariff = endpoint({
  method: 'POST',
  path: '/api/tariffs/:id/restore',
  does: 'Put a tariff back that was taken away.',
  area,
  may: 'tariffs.edit',
  params: ById,
  body: z.unknown().optional(),
  reply: one(Tariff),
  errors: ['tariff.unknown', 'tariff.service_taken'],
})
