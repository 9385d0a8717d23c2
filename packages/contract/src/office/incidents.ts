import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { exportQuery, TableFile } from '../kernel/exports.ts'
import { CompanyIdIn, OrderIdIn, UserIdIn, UserIdText } from '../kernel/ids.ts'
import {
  ById,
  Id,
  Latitude,
  Longitude,
  one,
  paged,
  pageQuery,
  requiredText,
  textUpTo,
  WireTime,
} from '../kernel/wire.ts'

const area = 'incidents'

export const INCIDENT_TYPES = ['sos', 'accident', 'complaint', 'lost_item', 'other'] as const
/** Incident types that a driver's phone may report. */
export const DRIVER_INCIDENT_TYPES = ['sos', 'accident', 'complaint'] as const
export const INCIDENT_STATUSES = ['open', 'in_work', 'closed'] as const
export const INCIDENT_STEPS = ['reported', 'taken', 'noted', 'closed', 'reopened'] as const

/** An event that a dispatcher handles; an SOS raises an alarm. */
export const Incident = z.object({
  id: Id,
  company_id: Id,
  type: z.enum(INCIDENT_TYPES),
  status: z.enum(INCIDENT_STATUSES),
  text: z.string(),
  lat: z.number().nullable(),
  long: z.number().nullable(),
  /** Location as text, with or without coordinates. */
  address: z.string().nullable(),
  order_id: Id.nullable(),
  driver_id: Id.nullable(),
  driver_name: z.string().nullable(),
  indicativ: z.string().nullable(),
  driver_phone: z.string().nullable(),
  client_id: Id.nullable(),
  client_name: z.string().nullable(),
  client_phone: z.string().nullable(),
  /** User who recorded it, or the driver whose phone reported it. */
  reported_by: Id.nullable(),
  created_at: WireTime,
  taken_by_name: z.string().nullable(),
  taken_at: WireTime.nullable(),
  closed_by_name: z.string().nullable(),
  closed_at: WireTime.nullable(),
})
export type Incident = z.infer<typeof Incident>

export const IncidentStep = z.object({
  id: Id,
  step: z.enum(INCIDENT_STEPS),
  /** Null: reported by a phone, or the user is unknown. */
  user_name: z.string().nullable(),
  note: z.string(),
  at: WireTime,
})
export type IncidentStep = z.infer<typeof IncidentStep>

export const IncidentDetails = Incident.extend({ steps: z.array(IncidentStep) })
export type IncidentDetails = z.infer<typeof IncidentDetails>

const Where = { lat: Latitude.nullish(), long: Longitude.nullish() }
const Note = textUpTo(2000).default('')

const listFilters = {
  status: z.enum([...INCIDENT_STATUSES, 'not_closed']).optional(),
  type: z.enum(INCIDENT_TYPES).optional(),
  driver_id: UserIdText.optional(),
}

export const listIncidents = endpoint({
  method: 'GET',
  path: '/api/incidents',
  does: 'The incidents of my companies, the newest first.',
  area,
  may: 'incidents.read',
  query: z.object({ ...pageQuery(30), ...listFilters }),
  reply: paged(Incident),
})

export const exportIncidents = endpoint({
  method: 'POST',
  path: '/api/incidents/export',
  does: 'The same as a file, every page of it; a body, because a typed name or phone stands in no address.',
  area,
  may: 'incidents.read',
  body: z.object({ ...listFilters, ...exportQuery }),
  reply: TableFile,
})

export const readIncident = endpoint({
  method: 'GET',
  path: '/api/incidents/:id',
  does: 'One incident with every step of its log.',
  area,
  may: 'incidents.read',
  params: ById,
  reply: one(IncidentDetails),
  errors: ['incident.unknown'],
})

export const reportIncident = endpoint({
  method: 'POST',
  path: '/api/incidents',
  does: 'Writes down what happened, as somebody told it.',
  area,
  may: 'incidents.work',
  body: z
    .object({
      company_id: CompanyIdIn.optional(),
      type: z.enum(INCIDENT_TYPES, 'Alegeți felul incidentului'),
      text: requiredText(2000, 'Scrieți ce s-a întâmplat'),
      order_id: OrderIdIn.nullish(),
      driver_id: UserIdIn.nullish(),
      client_id: UserIdIn.nullish(),
      address: textUpTo(300).nullish(),
      ...Where,
    })
    .refine(({ lat, long }) => ((lat ?? null) === null) === ((long ?? null) === null), {
      message: 'Coordonate invalide',
      path: ['lat'],
    }),
  reply: one(IncidentDetails),
  status: 201,
  errors: ['company.unknown', 'order.unknown', 'user.unknown'],
})

const step = {
  area,
  may: 'incidents.work',
  params: ById,
  reply: one(IncidentDetails),
  errors: ['incident.unknown', 'incident.wrong_status'],
} as const

export const takeIncident = endpoint({
  ...step,
  method: 'POST',
  path: '/api/incidents/:id/take',
  does: 'I deal with it: the alarm ends in every console.',
  body: z.object({ note: Note }).default({ note: '' }),
})

export const noteIncident = endpoint({
  ...step,
  method: 'POST',
  path: '/api/incidents/:id/notes',
  does: 'One more line in its log.',
  body: z.object({ note: requiredText(2000, 'Scrieți o notă') }),
})

export const closeIncident = endpoint({
  ...step,
  method: 'POST',
  path: '/api/incidents/:id/close',
  does: 'It is over; the note says how.',
  body: z.object({ note: requiredText(2000, 'Scrieți cum s-a încheiat') }),
})

export const reopenIncident = endpoint({
  ...step,
  method: 'POST',
  path: '/api/incidents/:id/reopen',
  does: 'It was not over after all.',
  body: z.object({ note: Note }).default({ note: '' }),
})

export const reportDriverIncident = endpoint({
  method: 'POST',
  path: '/api/driver/incidents',
  does: 'An SOS, an accident or a complaint; a repeated SOS within a minute is the same one.',
  area: 'driver',
  may: 'driver.work',
  body: z.object({
    type: z.enum(DRIVER_INCIDENT_TYPES),
    text: textUpTo(2000).default(''),
    order_id: OrderIdIn.nullish(),
    ...Where,
  }),
  reply: one(z.object({ id: Id, status: z.enum(INCIDENT_STATUSES) })),
  status: 201,
  errors: ['company.unknown'],
})
