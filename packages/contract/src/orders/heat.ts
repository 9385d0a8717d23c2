import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdText } from '../kernel/ids.ts'
import { Id } from '../kernel/wire.ts'

const area = 'statistics'
const may = 'statistics.read' as const

export const MAX_HEAT_DAYS = 366

const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Zi invalidă')
  .refine((day) => dayExists(day), 'Zi invalidă')
  .meta({ description: 'A day in Bucharest, YYYY-MM-DD' })

const wholeUpTo = (from: number, to: number, text: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value),
    z.number(text).int(text).min(from, text).max(to, text),
  )

/** Both days are inclusive. */
const period = {
  from: Day,
  to: Day,
  /** 1 Monday … 7 Sunday, by the day of departure; absent: every day. */
  weekday: wholeUpTo(1, 7, 'Zi a săptămânii invalidă').optional(),
  company_id: CompanyIdText.optional(),
}

/** Centre of a cell of some 220 by 230 m, too coarse to reveal an address. */
export const HeatCell = z.object({ lat: z.number(), long: z.number(), orders: z.number().int() })

export const readHeat = endpoint({
  method: 'GET',
  path: '/api/statistics/heat',
  does: 'How many placed orders left from each piece of the map in a period, at one hour of the day or at any; the busiest first.',
  area,
  may,
  query: z.object({ ...period, hour: wholeUpTo(0, 23, 'Oră invalidă').optional() }),
  reply: z.object({
    data: z.array(HeatCell),
    /** Orders of all cells, including those left out. */
    meta: z.object({ orders: z.number().int(), cells_left_out: z.number().int() }),
  }),
  errors: ['company.unknown'],
})

export const readHeatTable = endpoint({
  method: 'GET',
  path: '/api/statistics/heat-table',
  does: 'The same as figures: orders of each zone by hour of the day; null is outside every zone.',
  area,
  may,
  query: z.object(period),
  reply: z.object({
    data: z.array(
      z.object({
        polygonId: Id.nullable(),
        name: z.string().nullable(),
        /** 24 counts, starting at midnight. */
        hours: z.array(z.number().int()),
        orders: z.number().int(),
      }),
    ),
  }),
  errors: ['company.unknown'],
})

/** JavaScript's Date reads 30 February as 2 March. */
function dayExists(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}
