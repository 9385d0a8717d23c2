import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByUserId, UserIdText } from '../kernel/ids.ts'
import { Done, Id, one, Ron, WireTime, WireTimeIn } from '../kernel/wire.ts'

const area = 'driver-reports'

const Token = z.string().max(200)

export const DriverReport = z.object({
  driver: z.object({ name: z.string().nullable(), indicativ: z.string().nullable() }),
  token: z.string(),
  from: WireTime,
  to: WireTime,
  /** The driver's share of the work in the period compared with colleagues (who are not named); null when there is none. */
  fairness: z
    .object({
      hours: z.number(),
      earnings_per_hour: Ron.nullable(),
      /** Median earnings per hour of all drivers. */
      usual_per_hour: Ron.nullable(),
      /** Rank by earnings per hour, 1 the best, and the number of ranked drivers; null under an hour on duty. */
      place: z.number().int().nullable(),
      among: z.number().int(),
      offers: z.number(),
      /** Offers received compared with those proportional to the hours on duty; 1 is even. */
      share: z.number().nullable(),
      accepted: z.number(),
      refused: z.number(),
      unanswered: z.number(),
      /** Average distance to the client. */
      pickup_km: z.number().nullable(),
      idle_percent: z.number().nullable(),
    })
    .nullable(),
  trips: z.array(
    z.object({
      id: Id,
      date: WireTime,
      pickup: z.string().nullable(),
      destinations: z.array(z.string()),
      /** Also null while the company has to confirm it. */
      cost: Ron.nullable(),
      fare_doubted: z.boolean(),
      payment_type: z.string(),
      started: WireTime.nullable(),
      finished: WireTime.nullable(),
    }),
  ),
})

/** A driver's trips, for the holder of the link; contains no data of passengers. */
export const readDriverReport = endpoint({
  method: 'POST',
  path: '/api/driver-reports',
  does: 'The trips a report link is about. The token is in the body: addresses stand in the logs of proxies. Unknown, expired and taken back answer alike.',
  area,
  may: 'public',
  body: z.object({ token: Token }),
  reply: one(DriverReport),
  errors: ['report_token.unknown'],
})

export const readDriverReportByPath = endpoint({
  method: 'GET',
  path: '/api/driver-reports/:token',
  does: 'The same for programs that know the token as a part of the address.',
  area,
  may: 'public',
  params: z.object({ token: Token }),
  reply: one(DriverReport),
  errors: ['report_token.unknown'],
})

export const ReportLink = z.object({
  /** Hash of the token: identifies the link without opening it. */
  id: z.string(),
  driver: z.object({ id: Id, name: z.string().nullable() }),
  from: WireTime,
  to: WireTime,
  made_at: WireTime,
  made_by: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  expires_at: WireTime,
})
export type ReportLink = z.infer<typeof ReportLink>

export const listReportLinks = endpoint({
  method: 'GET',
  path: '/api/report-tokens',
  does: 'The report links that still open, of the companies one administers, the newest first.',
  area,
  may: 'report_tokens.make',
  query: z.object({ driver_id: UserIdText.optional() }),
  reply: z.object({ data: z.array(ReportLink) }),
})

export const takeBackReportLink = endpoint({
  method: 'DELETE',
  path: '/api/report-tokens/:id',
  does: 'Ends a report link before its time.',
  area,
  may: 'report_tokens.make',
  params: z.object({ id: z.string().max(64) }),
  reply: Done,
  errors: ['report_token.unknown'],
})

export const makeReportToken = endpoint({
  method: 'POST',
  path: '/api/users/:id/report-token',
  does: 'A link to a driver’s trips of a period, for who has no account here; it is shown this once.',
  area,
  may: 'report_tokens.make',
  params: ByUserId,
  body: z.object({
    from: WireTimeIn,
    to: WireTimeIn,
    expires_days: z.number().int().min(1, 'Între 1 și 90 de zile').max(90, 'Între 1 și 90 de zile').default(7),
  }),
  reply: one(z.object({ token: z.string(), path: z.string(), expires_at: WireTime })),
  status: 201,
  errors: ['driver.unknown'],
})
