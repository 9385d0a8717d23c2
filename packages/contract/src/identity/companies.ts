import { COMPANY_STATUSES } from '@dispecerat/domain/identity/company'
import { COMPANY_APPROVALS } from '@dispecerat/domain/identity/company-approval'
import { isCui, normalizeCui } from '@dispecerat/domain/identity/cui'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { exportQuery, TableFile } from '../kernel/exports.ts'
import { ByCompanyId } from '../kernel/ids.ts'
import { MAX_BODY_WITH_PHOTO_BYTES } from '../kernel/photo.ts'
import {
  Id,
  Latitude,
  Longitude,
  one,
  Phone,
  paged,
  pageQuery,
  RecordVersion,
  requiredText,
  textUpTo,
  WireTime,
} from '../kernel/wire.ts'

const area = 'companies'
const may = 'company_settings.edit' as const
const Day = z.string().meta({ description: 'YYYY-MM-DD in Bucharest' })

export const Cui = requiredText(20, 'CUI-ul este obligatoriu')
  .transform(normalizeCui)
  .refine(isCui, 'CUI invalid: verificați cifrele')
  .meta({ description: '2 to 10 digits with the check digit; a prefix RO is dropped' })

/** A company as its administrators see it. */
export const Company = z.object({
  id: Id,
  cui: z.string().nullable(),
  /** The platform has verified that the CUI is the company's own. */
  cui_verified: z.boolean(),
  euid: z.string().nullable(),
  name: z.string(),
  address: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  phone: z.string().nullable(),
  description: z.string().nullable(),
  package_id: z.number().int(),
  status: z.enum(COMPANY_STATUSES),
  trial_until: Day.nullable(),
  /** waiting: it signed up and the platform has not decided yet; no messages are sent for it. */
  approval: z.enum(COMPANY_APPROVALS),
  /** Reason of a refusal. */
  approval_reason: z.string().nullable(),
  is_email_proved: z.boolean(),
  /** URL of its logo; null without one. */
  logo: z.string().nullable(),
  drivers_count: z.number().int(),
  operators_count: z.number().int(),
  created_at: WireTime,
  version: RecordVersion,
})
export type Company = z.infer<typeof Company>

const COMPANY_SORTS = ['name', 'status', 'trial_until', 'created_at', 'drivers_count'] as const
export type CompanySort = (typeof COMPANY_SORTS)[number] | `-${(typeof COMPANY_SORTS)[number]}`

const listFilters = {
  /** Search terms for name, CUI, phone or address. */
  search: textUpTo(80).optional(),
  status: z.enum(COMPANY_STATUSES).optional(),
  approval: z.enum(COMPANY_APPROVALS).optional(),
  package_id: z.enum(['1', '2', '3']).transform(Number).optional(),
  sort: z.enum(COMPANY_SORTS.flatMap((key) => [key, `-${key}` as const])).default('name'),
}

export const listCompanies = endpoint({
  method: 'GET',
  path: '/api/companies',
  does: 'My companies; every company, for administrators of the platform.',
  area,
  may,
  query: z.object({ ...pageQuery(30), ...listFilters }),
  reply: paged(Company),
})

export const exportCompanies = endpoint({
  method: 'POST',
  path: '/api/companies/export',
  does: 'The same as a file, every page of it; a body, because a typed name or phone stands in no address.',
  area,
  may,
  body: z.object({ ...listFilters, ...exportQuery }),
  reply: TableFile,
})

export const readCompany = endpoint({
  method: 'GET',
  path: '/api/companies/:id',
  does: 'One of my companies.',
  area,
  may,
  params: ByCompanyId,
  reply: one(Company),
  errors: ['company.unknown'],
})

const orNothing = (max: number) =>
  textUpTo(max)
    .nullable()
    .transform((text) => (text === '' ? null : text))

export const CompanyChange = z
  .object({
    name: requiredText(200, 'Numele firmei este obligatoriu'),
    address: orNothing(300),
    lat: Latitude.nullable(),
    lng: Longitude.nullable(),
    phone: z.preprocess((phone) => (phone === '' ? null : phone), Phone.nullable()),
    description: orNothing(2000),
  })
  .partial()
  .refine(({ lat, lng }) => ((lat ?? null) === null) === ((lng ?? null) === null), {
    message: 'Alegeți locul pe hartă',
    path: ['lat'],
  })
export type CompanyChange = z.output<typeof CompanyChange>

export const editCompany = endpoint({
  method: 'PATCH',
  path: '/api/companies/:id',
  does: 'Changes the fields given; If-Match carries the version that was read.',
  area,
  may,
  takesVersion: true,
  params: ByCompanyId,
  body: CompanyChange,
  reply: one(Company),
  errors: ['company.unknown', 'company.changed_meanwhile'],
})

export const changeCompanyStatus = endpoint({
  method: 'PATCH',
  path: '/api/companies/:id/status',
  does: 'Puts a company on trial until a day, lets it work, or suspends it; trips and calls that run go on.',
  area,
  may: 'companies.administer',
  params: ByCompanyId,
  body: z.object({
    status: z.enum(COMPANY_STATUSES, 'Stare necunoscută'),
    /** Last day of the trial; left out, it is unchanged. */
    trial_until: z
      .string()
      .regex(/^20\d{2}-\d{2}-\d{2}$/, 'Dată invalidă')
      .refine((day) => isDay(day), 'Dată invalidă')
      .nullable()
      .optional(),
  }),
  reply: one(Company),
  errors: ['company.unknown'],
})

function isDay(day: string): boolean {
  const noon = new Date(`${day}T12:00:00Z`)
  return !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(day)
}

export const readCompanyLogo = endpoint({
  method: 'GET',
  path: '/api/companies/:id/logo',
  does: 'The picture of a company.',
  area,
  may,
  params: ByCompanyId,
  reply: z.any().meta({ description: 'image/png, image/jpeg or image/svg+xml' }),
  errors: ['company.unknown', 'company.no_logo'],
})

export const MAX_LOGO_BYTES = 1024 * 1024

/** An image in base64; its type is detected from its bytes. */
export const LogoIn = z
  .string()
  .min(1, 'Alegeți o imagine')
  .max(Math.ceil(MAX_LOGO_BYTES / 3) * 4, 'Imaginea poate avea cel mult 1 MiB')
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Imaginea nu este în base64')

export const saveCompanyLogo = endpoint({
  method: 'POST',
  path: '/api/companies/:id/logo',
  does: 'Keeps a picture in place of the one before: PNG, JPEG, or SVG cleaned of all that could act.',
  area,
  may,
  params: ByCompanyId,
  body: z.object({ logo: LogoIn }),
  bodyBytes: MAX_BODY_WITH_PHOTO_BYTES,
  reply: one(Company),
  errors: ['company.unknown'],
})

export const deleteCompanyLogo = endpoint({
  method: 'DELETE',
  path: '/api/companies/:id/logo',
  does: 'The company has no picture any more.',
  area,
  may,
  params: ByCompanyId,
  reply: one(Company),
  errors: ['company.unknown', 'company.no_logo'],
})

/** Consent given when the company signed up; never edited. */
export const Consent = z.object({
  id: Id,
  user: z.object({ id: Id, name: z.string().nullable(), email: z.string().nullable() }),
  given_at: WireTime,
  /** Text beside the checkbox. */
  wording: z.string(),
  /** Pages agreed to, with their versions. */
  texts: z.array(z.object({ url: z.string(), version: z.number().int() })),
  /** IP address of the request. */
  ip: z.string().nullable(),
})
export type Consent = z.infer<typeof Consent>

export const listConsents = endpoint({
  method: 'GET',
  path: '/api/companies/:id/consents',
  does: 'Who agreed to which texts in the company’s name, newest first.',
  area,
  may,
  params: ByCompanyId,
  reply: z.object({ data: z.array(Consent) }),
  errors: ['company.unknown'],
})

/** State of a company's order acceptance, with its last day. */
export const CompanyStanding = z.object({
  company_id: Id,
  name: z.string(),
  status: z.enum(COMPANY_STATUSES),
  trial_until: Day.nullable(),
  /** Last day on which new orders are accepted: the trial's and a week of grace. */
  orders_until: Day.nullable(),
  takes_orders: z.boolean(),
  approval: z.enum(COMPANY_APPROVALS),
  approval_reason: z.string().nullable(),
  /** False: no messages are sent until its administrator opens the link in the e-mail. */
  is_email_proved: z.boolean(),
})
export type CompanyStanding = z.infer<typeof CompanyStanding>

export const listStandings = endpoint({
  method: 'GET',
  path: '/api/company-standings',
  does: 'Which companies I work for take new orders, and until when.',
  area,
  may: 'orders.dispatch',
  reply: z.object({
    data: z.array(CompanyStanding),
    /** Today in Bucharest. */
    today: Day,
  }),
})
