import { isRomanianIban, normalizeIban } from '@dispecerat/domain/billing/iban'
import { COUNTIES, VAT_STATES } from '@dispecerat/domain/billing/invoice'
import { isCui, normalizeCui } from '@dispecerat/domain/identity/cui'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { exportQuery, TableFile } from '../kernel/exports.ts'
import { ByUserId, CompanyIdIn, CompanyIdText } from '../kernel/ids.ts'
import { Id, one, paged, pageQuery, RecordVersion, Ron, requiredText, textUpTo, WireTime } from '../kernel/wire.ts'

const area = 'protocol'
const may = 'protocol.bill' as const

const optional = (max: number) =>
  textUpTo(max)
    .nullable()
    .transform((text) => (text === '' ? null : text))
const Day = z.iso.date('Data trebuie scrisă AAAA-LL-ZZ').nullable()
const Cui = textUpTo(20)
  .transform(normalizeCui)
  .refine((cui) => cui === '' || isCui(cui), 'CUI invalid')
const County = z.string().refine((code) => code in COUNTIES, 'Județ necunoscut')
const Email = z
  .union([z.literal(''), z.email('E-mail invalid').max(100)])
  .nullable()
  .transform((text) => text || null)
const Limit = z
  .number('Sumă invalidă')
  .min(0, 'Suma nu poate fi negativă')
  .max(9_999_999.99, 'Suma este prea mare')
  .refine((ron) => Math.abs(ron * 100 - Math.round(ron * 100)) < 1e-4, 'Cel mult două zecimale')

export const Contract = z.object({
  /** User id of the account. */
  id: Id,
  name: z.string().nullable(),
  company_id: Id,
  company_name: z.string(),
  contract_no: z.string().nullable(),
  contract_until: z.string().nullable(),
  is_active: z.boolean(),
  /** Active and not expired: orders can be charged to it today. */
  is_valid: z.boolean(),
  /** null: no limit. */
  credit_limit: Ron.nullable(),
  /** Ordered and not paid yet. */
  open_amount: Ron,
  /** Day of the month, 1–28. */
  invoicing_day: z.number().int().nullable(),
  payment_days: z.number().int(),
  discount_id: Id.nullable(),
  contact_email: z.string().nullable(),
  legal_name: z.string().nullable(),
  cui: z.string().nullable(),
  pays_vat: z.boolean(),
  reg_com: z.string().nullable(),
  street: z.string().nullable(),
  city: z.string().nullable(),
  /** 'BV'; see COUNTIES. */
  county: z.string().nullable(),
  updated_at: WireTime.nullable(),
  version: RecordVersion,
})
export type Contract = z.infer<typeof Contract>

export const ContractChange = z
  .object({
    contract_no: optional(60),
    contract_until: Day,
    is_active: z.boolean(),
    credit_limit: Limit.nullable(),
    invoicing_day: z.number().int('Număr întreg').min(1, 'Între 1 și 28').max(28, 'Între 1 și 28').nullable(),
    payment_days: z.number('Număr invalid').int('Număr întreg').min(0, 'Între 0 și 365').max(365, 'Între 0 și 365'),
    discount_id: Id.nullable(),
    contact_email: Email,
    legal_name: optional(200),
    cui: Cui.nullable().transform((cui) => cui || null),
    pays_vat: z.boolean(),
    reg_com: optional(60),
    street: optional(150),
    city: optional(50),
    county: County.nullable(),
  })
  .partial()
export type ContractChange = z.output<typeof ContractChange>

const contractFilters = {
  search: textUpTo(80).optional(),
  company_id: CompanyIdText.optional(),
}

export const listContracts = endpoint({
  method: 'GET',
  path: '/api/protocol/contracts',
  does: 'Protocol accounts of my companies with their contract and what stands open.',
  area,
  may,
  query: z.object({ ...pageQuery(30), ...contractFilters }),
  reply: paged(Contract),
})

export const exportContracts = endpoint({
  method: 'POST',
  path: '/api/protocol/contracts/export',
  does: 'The same as a file, every page of it; a body, because a typed name or phone stands in no address.',
  area,
  may,
  body: z.object({ ...contractFilters, ...exportQuery }),
  reply: TableFile,
})

export const readContract = endpoint({
  method: 'GET',
  path: '/api/protocol/contracts/:id',
  does: 'The contract of one account.',
  area,
  may,
  params: ByUserId,
  reply: one(Contract),
  errors: ['contract.unknown'],
})

export const editContract = endpoint({
  method: 'PATCH',
  path: '/api/protocol/contracts/:id',
  does: 'Changes the fields given; If-Match carries the version that was read.',
  area,
  may,
  takesVersion: true,
  params: ByUserId,
  body: ContractChange,
  reply: one(Contract),
  errors: ['contract.unknown', 'contract.changed_meanwhile'],
})

const Series = textUpTo(10)
  .transform((typed) => typed.toUpperCase())
  .refine((series) => /^[A-Z0-9]{1,10}$/.test(series), 'Litere fără diacritice și cifre')

export const BillingProfile = z.object({
  legal_name: z.string(),
  cui: z.string(),
  vat_state: z.enum(VAT_STATES),
  /** Percent; for companies registered for VAT. */
  vat_percent: z.number(),
  /** For exempt companies. */
  exemption_reason: z.string().nullable(),
  reg_com: z.string().nullable(),
  street: z.string(),
  city: z.string(),
  county: z.string(),
  email: z.string().nullable(),
  iban: z.string().nullable(),
  bank: z.string().nullable(),
  series: z.string(),
  /** Series of credit notes; must differ from that of invoices. */
  credit_series: z.string(),
})
export type BillingProfile = z.infer<typeof BillingProfile>

export const TypedBillingProfile = z.object({
  company_id: CompanyIdIn.optional(),
  legal_name: requiredText(200, 'Denumirea este obligatorie'),
  cui: Cui.refine((cui) => cui !== '', 'CUI este obligatoriu'),
  vat_state: z.enum(VAT_STATES, 'Alegeți regimul de TVA'),
  vat_percent: z.number('Procent invalid').gt(0, 'Mai mare decât zero').max(100, 'Cel mult 100 %'),
  exemption_reason: optional(100),
  reg_com: optional(60),
  street: requiredText(150, 'Strada este obligatorie'),
  city: requiredText(50, 'Localitatea este obligatorie'),
  county: County,
  email: Email,
  iban: textUpTo(40)
    .transform(normalizeIban)
    .refine((iban) => iban === '' || isRomanianIban(iban), 'IBAN invalid')
    .nullable()
    .transform((iban) => iban || null),
  bank: optional(100),
  series: Series,
  credit_series: Series,
})
export type TypedBillingProfile = z.output<typeof TypedBillingProfile>

const ofCompany = z.object({ company_id: CompanyIdText.optional() })

export const readBillingProfile = endpoint({
  method: 'GET',
  path: '/api/protocol/billing-profile',
  does: 'Whom the invoices of my company come from; null until it is written.',
  area,
  may,
  query: ofCompany,
  reply: z.object({ data: BillingProfile.nullable(), version: RecordVersion }),
  errors: ['company.unknown'],
})

export const saveBillingProfile = endpoint({
  method: 'PATCH',
  path: '/api/protocol/billing-profile',
  does: 'Writes it; invoices already issued stay as they are. If-Match carries the version that was read.',
  area,
  may,
  takesVersion: true,
  body: TypedBillingProfile,
  reply: z.object({ data: BillingProfile, version: RecordVersion }),
  errors: ['company.unknown', 'settings.changed_meanwhile'],
})
