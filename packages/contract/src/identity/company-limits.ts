import { LIMIT_KINDS, MAX_DAILY_LIMIT, MAX_SOCKETS, QUOTA_TIERS } from '@dispecerat/domain/identity/quota'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByCompanyId } from '../kernel/ids.ts'
import { Id, one, textUpTo } from '../kernel/wire.ts'
import { Company } from './companies.ts'

const area = 'companies'

/** Usage of a company today in Bucharest with its limits, and the sockets its consoles have open in the answering process. */
export const CompanyUsage = z.object({
  company_id: Id,
  day: z.string().meta({ description: 'YYYY-MM-DD in Bucharest' }),
  /** trial: the company was not approved yet. */
  tier: z.enum(QUOTA_TIERS),
  /** Country codes allowed for SMS. */
  sms_prefixes: z.array(z.string()),
  kinds: z.array(
    z.object({
      kind: z.enum(LIMIT_KINDS),
      used: z.number().int(),
      limit: z.number().int(),
      /** Limit of the tier, used when the platform has set no other. */
      default_limit: z.number().int(),
      /** Passing the limit is only recorded, never refused. */
      is_only_noted: z.boolean(),
    }),
  ),
})
export type CompanyUsage = z.infer<typeof CompanyUsage>

export const readUsage = endpoint({
  method: 'GET',
  path: '/api/companies/:id/usage',
  does: 'What a company has used today of SMS, e-mail, push, imports, exports and orders, the sockets its consoles have open now, and the limits of each. Calls: `GET /api/telephone/outgoing`.',
  area,
  may: 'company_settings.edit',
  params: ByCompanyId,
  reply: one(CompanyUsage),
  errors: ['company.unknown'],
})

const Limit = z
  .number()
  .int('Scrieți un număr întreg')
  .min(0, 'Cel puțin 0')
  .max(MAX_DAILY_LIMIT, 'Prea mare')
  .nullable()

/** A company cannot work without any socket; suspending it is a separate operation. */
const Limits = z
  .partialRecord(z.enum(LIMIT_KINDS), Limit)
  .refine(({ sockets }) => sockets !== 0, { message: 'Cel puțin 1', path: ['sockets'] })
  .refine(({ sockets }) => (sockets ?? 0) <= MAX_SOCKETS, {
    message: `Cel mult ${groupThousands(MAX_SOCKETS)}`,
    path: ['sockets'],
  })

export const changeLimits = endpoint({
  method: 'PATCH',
  path: '/api/companies/:id/limits',
  does: 'Sets limits of a day, the sockets its consoles may have open, and the countries an SMS may go to; null goes back to the default.',
  area,
  may: 'companies.administer',
  params: ByCompanyId,
  body: z.object({
    limits: Limits.optional(),
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
  params: ByCompanyId,
  body: z
    .object({ approval: z.enum(['approved', 'refused'], 'Alegeți'), reason: textUpTo(500).optional() })
    .refine(({ approval, reason }) => approval === 'approved' || (reason ?? '').trim() !== '', {
      message: 'Scrieți motivul',
      path: ['reason'],
    }),
  reply: one(Company),
  errors: ['company.unknown', 'company.not_waiting'],
})
