import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdIn, CompanyIdText } from '../kernel/ids.ts'
import { Done, Id, one, WireTime } from '../kernel/wire.ts'

const area = 'simulator'
const may = 'simulator.use' as const

export const CALLER_STATES = ['ringing', 'talking', 'held', 'ended'] as const
/** Reasons for the end of a simulated call; the first four are the caller's own. */
export const CALLER_ENDS = [
  'gave_up',
  'said_all',
  'tired_of_waiting',
  'called_off',
  'hung_up_on',
  'declined',
  'broken',
] as const
export type CallerEnd = (typeof CALLER_ENDS)[number]

/** A simulated caller on the telephone: audio without a browser. */
export const PretendCaller = z.object({
  id: z.string(),
  company_id: Id,
  /** E.164. */
  phone: z.string(),
  /** Name known to the company; null for an unknown caller. */
  name: z.string().nullable(),
  who: z.enum(['regular', 'stranger', 'test']),
  /** The order the caller would place, for a user who plays them; many name the destination only in the car. */
  wish: z.object({ pickup: z.string(), destination: z.string().nullable() }),
  state: z.enum(CALLER_STATES),
  why: z.enum(CALLER_ENDS).nullable(),
  rang_at: WireTime,
  answered_at: WireTime.nullable(),
  ended_at: WireTime.nullable(),
  /** Bytes of the dispatcher's audio received by the caller. */
  heard_bytes: z.number().int(),
})
export type PretendCaller = z.infer<typeof PretendCaller>

export const PretendCallersEvent = z.object({ company_id: Id, callers: z.array(PretendCaller) })

export const MAX_CALLS_PER_HOUR = 200
export const USUAL_CALLS_PER_HOUR = 20

export const CallRate = z.object({
  company_id: Id,
  /** Simulated calls per hour while a dispatcher of the company is present. */
  per_hour: z.number().int(),
  /** True when simulated calls are enabled on this installation. */
  is_city_open: z.boolean(),
  is_anybody_there: z.boolean(),
})
export type CallRate = z.infer<typeof CallRate>

const OfCompany = z.object({ company_id: CompanyIdText })

export const readCallRate = endpoint({
  method: 'GET',
  path: '/api/simulator/call-rate',
  does: 'How often the pretend city rings a company.',
  area,
  may,
  query: OfCompany,
  reply: one(CallRate),
  errors: ['company.unknown'],
})

export const setCallRate = endpoint({
  method: 'PATCH',
  path: '/api/simulator/call-rate',
  does: 'Let the pretend city ring a company more often, less, or not at all.',
  area,
  may,
  body: z.object({
    company_id: CompanyIdIn,
    per_hour: z
      .number('Număr invalid')
      .int('Număr invalid')
      .min(0, 'Număr invalid')
      .max(MAX_CALLS_PER_HOUR, `Cel mult ${MAX_CALLS_PER_HOUR} de apeluri pe oră`),
  }),
  reply: one(CallRate),
  errors: ['company.unknown'],
})

/** Phone numbers for simulated calls, by how the company knows them. */
export const CallerNumbers = z.object({
  known: z.array(z.object({ phone: z.string(), name: z.string().nullable() })),
  blocked: z.array(z.string()),
  test: z.array(z.string()),
})
export type CallerNumbers = z.infer<typeof CallerNumbers>

export const readCallers = endpoint({
  method: 'GET',
  path: '/api/simulator/callers',
  does: 'Who of the pretend city rings or talks now, who did last, and the numbers one may ring from.',
  area,
  may,
  query: OfCompany,
  reply: one(z.object({ callers: z.array(PretendCaller), numbers: CallerNumbers })),
  errors: ['company.unknown'],
})

export const sendCaller = endpoint({
  method: 'POST',
  path: '/api/simulator/callers',
  does: 'Somebody of the pretend city rings a company now.',
  area,
  may,
  body: z.object({
    company_id: CompanyIdIn,
    /** Duration until the caller has finished talking; by default 15 to 60, at random. */
    talk_seconds: z.number().int().min(5).max(600).optional(),
  }),
  reply: one(PretendCaller),
  status: 201,
  errors: ['company.unknown', 'caller.no_exchange', 'caller.too_many'],
})

export const callOffCaller = endpoint({
  method: 'DELETE',
  path: '/api/simulator/callers/:id',
  does: 'Somebody of the pretend city hangs up.',
  area,
  may,
  params: z.object({ id: z.uuid('Identificator invalid') }),
  reply: Done,
  errors: ['call.unknown'],
})
