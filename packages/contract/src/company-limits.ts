import { MAX_DAILY_LIMIT, QUOTA_KINDS, QUOTA_TIERS } from '@dispecerat/domain/quota'
import { z } from 'zod'
import { Company } from './companies.ts'
import { endpoint } from './endpoint.ts'
import { ById, Id, one, textUpTo } from './wire.ts'

const area = 'companies'

/** What a company used today in Bucharest, and of how much. */
export const CompanyUsage = z.object({
  company_id: Id,
  day: z.string().meta({ description: 'YYYY-MM-DD in Bucharest' }),
  /** trial: nobody has vetted the company yet. */
  tier: z.enum(QUOTA_TIERS),
  /** Country codes an SMS may go to. */
  sms_prefixes: z.array(z.string()),
  kinds: z.array(
    z.object({
      kind: z.enum(QUOTA_KINDS),
      used: z.number().int(),
      limit: z.number().int(),
      /** Of the tier, when the platform set no other. */
      default_limit: z.number().int(),
      /** Over the limit nothing is refused. */
      is_only_noted: z.boolean(),
    }),
  ),
})
export type CompanyUsage = z.infer<typeof CompanyUsage>

export const readUsage = endpoint({
  method: 'GET',
  path: '/api/companies/:id/usage',
  does: 'What a company has used today of SMS, e-mail, push, imports, exports and orders, and its limits of the day. Calls: `GET /api/telephone/outgoing`.',
  area,
  may: 'company_settings.edit',
  params: ById,
  reply: one(CompanyUsage),
  errors: ['company.unknown'],
})

const Limit = z
  .number()
  .int('Scrieți un număr întreg')
  .min(0, 'Cel puțin 0')
  .max(MAX_DAILY_LIMIT, 'Prea mare')
  .nullable()

export const changeLimits = endpoint({
  method: 'PATCH',
  path: '/api/companies/:id/limits',
  does: 'Sets limits of a day and the countries an SMS may go to; null goes back to the default.',
  area,
  may: 'companies.administer',
  params: ById,
  body: z.object({
    limits: z.partialRecord(z.enum(QUOTA_KINDS), Limit).optional(),
    sms_prefixes: z
      .array(z.string().regex(/^\+[1-9]\d{0,3}$/, 'Prefix de țară invalid, de exemplu +40'))
      .min(1, 'Cel puțin o țară')
      .max(30, 'Cel mult 30 de țări')
      .optional(),
  }),
  reply: one(CompanyUsage),
  errors: ['company.unknown'],
})

export const decideApproval = endpoint({
  method: 'PATCH',
  path: '/api/companies/:id/approval',
  does: 'Approves a company that signed up, or refuses it with a reason its administrator reads.',
  area,
  may: 'companies.administer',
  params: ById,
  body: z
    .object({ approval: z.enum(['approved', 'refused'], 'Alegeți'), reason: textUpTo(500).optional() })
    .refine(({ approval, reason }) => approval === 'approved' || (reason ?? '').trim() !== '', {
      message: 'Scrieți motivul',
      path: ['reason'],
    }),
  reply: one(Company),
  errors: ['company.unknown', 'company.not_waiting'],
})
