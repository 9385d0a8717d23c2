import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdIn, CompanyIdText } from '../kernel/ids.ts'
import { ById, Done, Id, one, RecordVersion, requiredText } from '../kernel/wire.ts'

const area = 'companies'
const may = 'services.edit' as const

const Name = requiredText(60, 'Numele este obligatoriu')
const Code = requiredText(60, 'Codul este obligatoriu')
  .transform((code) => code.toLowerCase())
  .refine((code) => /^[a-z0-9_]+$/.test(code), 'Litere fără diacritice, cifre și _')
const PackageId = z.union([z.literal(1), z.literal(2), z.literal(3)], 'Activitate necunoscută').nullable()
const ServiceIds = z.array(Id).max(50, 'Cel mult 50 de servicii')

/** A service or an option as its administrator sees it, including inactive ones. */
export const CatalogueEntry = z.object({
  id: Id,
  /** null: an entry of the platform, offered by every company. */
  company_id: Id.nullable(),
  name: z.string(),
  /** Code used by other systems; of an option its key, which never changes. */
  code: z.string(),
  /** Platform services: offered only by companies of this package; null = by all. */
  package_id: z.number().int().nullable(),
  /** A company's own service: the tariff that prices it while it has none of its own. */
  base_tariff_id: Id.nullable(),
  is_active: z.boolean(),
  /** True when the actor may change it. */
  is_mine: z.boolean(),
  /** The basic service of a package: it can be renamed and moved, but not removed. */
  is_fixed: z.boolean(),
  /** Services an option is meant for, empty = any; always empty for a service. */
  service_ids: z.array(Id),
  version: RecordVersion,
})
export type CatalogueEntry = z.infer<typeof CatalogueEntry>

const query = z.object({ company_id: CompanyIdText.optional() })
const NewEntry = z.object({
  /** null: an entry of the platform, which only its administrators may add; left out: the actor's own company. */
  company_id: CompanyIdIn.nullish(),
  name: Name,
})
const NewService = NewEntry.extend({
  /** Left out: derived from the name. */
  code: Code.optional(),
  package_id: PackageId.optional(),
  base_tariff_id: Id.nullish(),
})
const NewOption = NewEntry.extend({ service_ids: ServiceIds.default([]) })
const ServiceChange = z
  .object({ name: Name, is_active: z.boolean(), code: Code, package_id: PackageId, base_tariff_id: Id.nullable() })
  .partial()
const OptionChange = z.object({ name: Name, is_active: z.boolean(), service_ids: ServiceIds }).partial()
const Order = z.object({
  company_id: CompanyIdIn.nullish(),
  ids: z.array(Id).min(1, 'Nimic de ordonat').max(200, 'Cel mult 200 de rânduri'),
})
const entries = z.object({ data: z.array(CatalogueEntry) })

export const listCatalogueServices = endpoint({
  method: 'GET',
  path: '/api/services/catalogue',
  does: 'The platform’s services and a company’s own, in the order they are offered; those that are switched off too.',
  area,
  may,
  query,
  reply: entries,
  errors: ['company.unknown'],
})

export const createService = endpoint({
  method: 'POST',
  path: '/api/services',
  does: 'Offer another service.',
  area,
  may,
  body: NewService,
  reply: one(CatalogueEntry),
  status: 201 as const,
  errors: ['company.unknown', 'catalogue.platform'],
})

export const editService = endpoint({
  method: 'PATCH',
  path: '/api/services/:id',
  does: 'Rename a service, set its code, package or base tariff, switch it off or on; orders that have it keep it.',
  area,
  may,
  takesVersion: true,
  params: ById,
  body: ServiceChange,
  reply: one(CatalogueEntry),
  errors: ['catalogue.unknown', 'catalogue.platform', 'catalogue.fixed', 'catalogue.changed_meanwhile'],
})

export const deleteService = endpoint({
  method: 'DELETE',
  path: '/api/services/:id',
  does: 'Take a service away; it can be restored.',
  area,
  may,
  params: ById,
  reply: Done,
  errors: ['catalogue.unknown', 'catalogue.platform', 'catalogue.fixed'],
})

export const restoreService = endpoint({
  method: 'POST',
  path: '/api/services/:id/restore',
  does: 'Put a service back that was taken away.',
  area,
  may,
  params: ById,
  body: z.unknown().optional(),
  reply: one(CatalogueEntry),
  errors: ['catalogue.unknown', 'catalogue.platform'],
})

export const sortServices = endpoint({
  method: 'POST',
  path: '/api/services/sort',
  does: 'Set the order in which a company’s services, or the platform’s, are offered.',
  area,
  may,
  body: Order,
  reply: entries,
  errors: ['company.unknown', 'catalogue.unknown', 'catalogue.platform'],
})

export const listCatalogueOptions = endpoint({
  method: 'GET',
  path: '/api/order-options/catalogue',
  does: 'A company’s own options and the platform’s, in the order they are offered; those that are switched off too.',
  area,
  may,
  query,
  reply: entries,
  errors: ['company.unknown'],
})

export const createOrderOption = endpoint({
  method: 'POST',
  path: '/api/order-options',
  does: 'Offer another option; its key is made from its name.',
  area,
  may,
  body: NewOption,
  reply: one(CatalogueEntry),
  status: 201 as const,
  errors: ['company.unknown', 'catalogue.platform'],
})

export const editOrderOption = endpoint({
  method: 'PATCH',
  path: '/api/order-options/:id',
  does: 'Rename an option, choose its services, switch it off or on.',
  area,
  may,
  takesVersion: true,
  params: ById,
  body: OptionChange,
  reply: one(CatalogueEntry),
  errors: ['catalogue.unknown', 'catalogue.platform', 'catalogue.changed_meanwhile'],
})

export const deleteOrderOption = endpoint({
  method: 'DELETE',
  path: '/api/order-options/:id',
  does: 'Take an option away; it can be restored.',
  area,
  may,
  params: ById,
  reply: Done,
  errors: ['catalogue.unknown', 'catalogue.platform'],
})

export const restoreOrderOption = endpoint({
  method: 'POST',
  path: '/api/order-options/:id/restore',
  does: 'Put an option back that was taken away.',
  area,
  may,
  params: ById,
  body: z.unknown().optional(),
  reply: one(CatalogueEntry),
  errors: ['catalogue.unknown', 'catalogue.platform'],
})

export const sortOrderOptions = endpoint({
  method: 'POST',
  path: '/api/order-options/sort',
  does: 'Set the order in which a company’s options, or the platform’s, are offered.',
  area,
  may,
  body: Order,
  reply: entries,
  errors: ['company.unknown', 'catalogue.unknown', 'catalogue.platform'],
})
