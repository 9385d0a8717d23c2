import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdIn } from '../kernel/ids.ts'
import {
  ById,
  Done,
  Id,
  one,
  paged,
  pageQuery,
  RecordVersion,
  requiredText,
  WireTime,
  WireTimeIn,
} from '../kernel/wire.ts'

const area = 'announcements'

export const ANNOUNCEMENT_AUDIENCES = ['drivers', 'dispatchers', 'all'] as const

/** A notice to the drivers or dispatchers of a company, from – until. */
export const Announcement = z.object({
  id: Id,
  company_id: Id,
  title: z.string(),
  text: z.string(),
  audience: z.enum(ANNOUNCEMENT_AUDIENCES),
  starts_at: WireTime,
  /** Null: until it is ended by hand. */
  ends_at: WireTime.nullable(),
  created_by: Id.nullable(),
  created_by_name: z.string().nullable(),
  version: RecordVersion,
})
export type Announcement = z.infer<typeof Announcement>

/** active: shown now; planned: not begun; over: ended. */
export const ANNOUNCEMENT_TIMES = ['active', 'planned', 'over'] as const

const fields = {
  title: requiredText(120, 'Titlul este obligatoriu'),
  text: requiredText(4000, 'Scrieți anunțul'),
  audience: z.enum(ANNOUNCEMENT_AUDIENCES, 'Alegeți cui se arată'),
  starts_at: WireTimeIn,
  ends_at: WireTimeIn.nullable(),
}

export const NewAnnouncement = z.object({
  company_id: CompanyIdIn.optional(),
  ...fields,
  starts_at: WireTimeIn.optional(),
  ends_at: WireTimeIn.nullish(),
})
export type NewAnnouncement = z.output<typeof NewAnnouncement>
export const AnnouncementChange = z.object(fields).partial()
export type AnnouncementChange = z.output<typeof AnnouncementChange>

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/announcements',
  does: 'The announcements of my companies, the newest first.',
  area,
  may: 'announcements.read',
  query: z.object({
    ...pageQuery(30),
    time: z.enum(ANNOUNCEMENT_TIMES).optional(),
    audience: z.enum(ANNOUNCEMENT_AUDIENCES).optional(),
  }),
  reply: paged(Announcement),
})

export const listCurrentAnnouncements = endpoint({
  method: 'GET',
  path: '/api/announcements/current',
  does: 'What the dispatchers of my companies are told now.',
  area,
  may: 'announcements.read',
  reply: z.object({ data: z.array(Announcement) }),
})

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements',
  does: 'Tells drivers, dispatchers or both; from now unless it says when.',
  area,
  may: 'announcements.edit',
  body: NewAnnouncement,
  reply: one(Announcement),
  status: 201,
  errors: ['company.unknown'],
})

export const editAnnouncement = endpoint({
  method: 'PATCH',
  path: '/api/announcements/:id',
  does: 'Changes an announcement; an end in the past takes it down. If-Match carries the version that was read.',
  area,
  may: 'announcements.edit',
  takesVersion: true,
  params: ById,
  body: AnnouncementChange,
  reply: one(Announcement),
  errors: ['announcement.unknown', 'announcement.changed_meanwhile'],
})

export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/api/announcements/:id',
  does: 'Takes an announcement away.',
  area,
  may: 'announcements.edit',
  params: ById,
  reply: Done,
  errors: ['announcement.unknown'],
})

export const restoreAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements/:id/restore',
  does: 'Brings an announcement back.',
  area,
  may: 'announcements.edit',
  params: ById,
  reply: one(Announcement),
  errors: ['announcement.unknown'],
})

export const listDriverAnnouncements = endpoint({
  method: 'GET',
  path: '/api/driver/announcements',
  does: 'What the drivers of my company are told now.',
  area: 'driver',
  may: 'driver.work',
  reply: z.object({ data: z.array(Announcement) }),
})
