import { isGrantablePrefix } from '@dispecerat/domain/telephony/outgoing-calls'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByUserId, CompanyIdIn, CompanyIdText } from '../kernel/ids.ts'
import { ById, Done, Id, one, Phone, Ron, RonIn, textUpTo, WireTime } from '../kernel/wire.ts'

const area = 'calls'
const may = 'telephone.administer' as const
const Name = textUpTo(60)

/** A number that rings the company's dispatchers. */
export const PhoneLine = z.object({
  id: Id,
  company_id: Id,
  /** E.164. */
  number: z.string(),
  name: z.string(),
  /** null: only requested. The number rings the company and is shown on its calls once the platform has granted it. */
  verified_at: WireTime.nullable(),
})
export type PhoneLine = z.infer<typeof PhoneLine>

/** SIP account of a user who may take calls. */
export const TelephoneAccount = z.object({
  user_id: Id,
  name: z.string().nullable(),
  /** null until the user's first log-in. */
  extension: z.string().nullable(),
  /** The user's phone is registered at the exchange now; without an exchange: the user is at the console. */
  is_registered: z.boolean(),
  is_talking: z.boolean(),
})
export type TelephoneAccount = z.infer<typeof TelephoneAccount>

export const readTelephone = endpoint({
  method: 'GET',
  path: '/api/telephone',
  does: 'The lines of a company and the telephones of its dispatchers, who of them is registered now.',
  area,
  may,
  query: z.object({ company_id: CompanyIdText.optional() }),
  reply: one(
    z.object({
      company_id: Id,
      /** False: all calls are without audio. */
      has_exchange: z.boolean(),
      /** False while the exchange cannot be reached. */
      is_well: z.boolean(),
      /** Number for test calls; null: none is configured. */
      test_number: z.string().nullable(),
      /** Time of the last incoming call, tests excluded; null: never. */
      last_rang_at: WireTime.nullable(),
      lines: z.array(PhoneLine),
      accounts: z.array(TelephoneAccount),
    }),
  ),
  errors: ['company.unknown'],
})

export const createPhoneLine = endpoint({
  method: 'POST',
  path: '/api/telephone/lines',
  does: 'Ask for a number; it rings the company once the platform has granted it, and at once when the platform adds it.',
  area,
  may,
  body: z.object({ company_id: CompanyIdIn.optional(), number: Phone, name: Name.default('') }),
  reply: one(PhoneLine),
  status: 201,
  errors: ['company.unknown'],
})

export const renamePhoneLine = endpoint({
  method: 'PATCH',
  path: '/api/telephone/lines/:id',
  does: 'Call a line something else.',
  area,
  may,
  params: ById,
  body: z.object({ name: Name }),
  reply: one(PhoneLine),
  errors: ['phone_line.unknown'],
})

export const grantPhoneLine = endpoint({
  method: 'POST',
  path: '/api/telephone/lines/:id/grant',
  does: 'The platform says that the number is the company’s: it rings there and is shown on its calls from now on.',
  area,
  may: 'telephone.grant' as const,
  params: ById,
  body: z.unknown().optional(),
  reply: one(PhoneLine),
  errors: ['phone_line.unknown'],
})

export const listRequestedLines = endpoint({
  method: 'GET',
  path: '/api/telephone/asked-lines',
  does: 'Numbers that companies ask for and do not have, the oldest first; 200 at most.',
  area,
  may: 'telephone.grant' as const,
  reply: z.object({ data: z.array(PhoneLine.extend({ company_name: z.string() })) }),
})

export const deletePhoneLine = endpoint({
  method: 'DELETE',
  path: '/api/telephone/lines/:id',
  does: 'The number no longer rings the company; to have it back, it is asked for again.',
  area,
  may,
  params: ById,
  reply: Done,
  errors: ['phone_line.unknown'],
})

const OutgoingAmounts = z.object({
  open_calls: z.number().int(),
  day_calls: z.number().int(),
  day_minutes: z.number().int(),
  day_cost: Ron,
  /** In limits: maximum of one dispatcher; in usage: the highest of any dispatcher. */
  dispatcher_open_calls: z.number().int(),
  dispatcher_day_calls: z.number().int(),
  dispatcher_day_minutes: z.number().int(),
  dispatcher_day_cost: Ron,
})

/** A company's limits for outgoing calls, and its usage today. */
export const Outgoing = z.object({
  company_id: Id,
  /** null: outgoing calls are allowed. */
  stopped_at: WireTime.nullable(),
  stopped_by_name: z.string().nullable(),
  limits: OutgoingAmounts,
  used: OutgoingAmounts,
  /** Country codes outside Romania that the platform granted. */
  prefixes: z.array(z.string()),
})
export type Outgoing = z.infer<typeof Outgoing>

const Count = (max: number) =>
  z.number('Scrieți un număr').int('Scrieți un număr întreg').min(0, 'Cel puțin 0').max(max, `Cel mult ${max}`)

export const readOutgoing = endpoint({
  method: 'GET',
  path: '/api/telephone/outgoing',
  does: 'What a company may dial, and what it dialled today (a day of Bucharest).',
  area,
  may,
  query: z.object({ company_id: CompanyIdText.optional() }),
  reply: one(Outgoing),
  errors: ['company.unknown'],
})

export const changeOutgoing = endpoint({
  method: 'PATCH',
  path: '/api/telephone/outgoing',
  does: 'Set the limits of a company, and the countries it may dial. Premium, shared-cost and satellite numbers are dialled by nobody.',
  area,
  may: 'telephone.grant' as const,
  body: z.object({
    company_id: CompanyIdIn.optional(),
    open_calls: Count(1000).optional(),
    day_calls: Count(1_000_000).optional(),
    day_minutes: Count(1_000_000).optional(),
    day_cost: RonIn.optional(),
    dispatcher_open_calls: Count(1000).optional(),
    dispatcher_day_calls: Count(100_000).optional(),
    dispatcher_day_minutes: Count(100_000).optional(),
    dispatcher_day_cost: RonIn.optional(),
    prefixes: z
      .array(
        textUpTo(8).refine(isGrantablePrefix, {
          error: 'Scrieți prefixe de țară ca +373; cele cu suprataxă sau prin satelit nu se pot permite',
        }),
      )
      .max(300, 'Cel mult 300 de prefixe')
      .optional(),
  }),
  reply: one(Outgoing),
  errors: ['company.unknown'],
})

export const stopOutgoing = endpoint({
  method: 'POST',
  path: '/api/telephone/outgoing/stop',
  does: 'Stop all outgoing calls of a company: those that run end, nobody dials until the platform lets calls out again.',
  area,
  may,
  body: z.object({ company_id: CompanyIdIn.optional() }),
  reply: one(Outgoing),
  errors: ['company.unknown'],
})

export const resumeOutgoing = endpoint({
  method: 'POST',
  path: '/api/telephone/outgoing/resume',
  does: 'Let outgoing calls of a company out again after a stop.',
  area,
  may: 'telephone.grant' as const,
  body: z.object({ company_id: CompanyIdIn.optional() }),
  reply: one(Outgoing),
  errors: ['company.unknown'],
})

export const renewSipPassword = endpoint({
  method: 'POST',
  path: '/api/telephone/accounts/:id/password',
  does: 'Give the telephone of a dispatcher a new password, told this once; his console takes it at its next start.',
  area,
  may,
  params: ByUserId,
  body: z.unknown().optional(),
  reply: one(z.object({ user_id: Id, sip_url: z.string(), password: z.string() })),
  errors: ['user.unknown', 'user.not_yours_to_edit'],
})
