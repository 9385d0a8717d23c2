import { DOCUMENT_STATES } from '@dispecerat/domain/fleet/driver-documents'
import { ROLES } from '@dispecerat/domain/identity/permissions'
import { PEOPLE_TYPES } from '@dispecerat/domain/identity/role-grants'
import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { ByUserId, CompanyIdIn, ManyUserIds, UserIdIn } from '../kernel/ids.ts'
import {
  Done,
  Id,
  Outcomes,
  one,
  Phone,
  paged,
  pageQuery,
  RecordVersion,
  Ron,
  requiredText,
  textUpTo,
  WireTime,
} from '../kernel/wire.ts'
import { DriverCard } from '../orders/company-dispatch.ts'

const area = 'users'

/** 'YYYY-MM-DD' */
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'Dată invalidă')
/** 'YYYY-MM-DD' that exists in the calendar. */
const DayIn = Day.refine((day) => {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) && day >= '1990' && day < '2100'
}, 'Dată invalidă')

export const PersonState = z.enum(['active', 'deactivated', 'banned'])
export const PeopleType = z.enum(PEOPLE_TYPES)

/** The type of a company that delivers contains `delivery`. */
export const CompanyName = z.object({ id: Id, name: z.string(), type: z.string() })
/** Null when the company has no position on the map. */
const PlacedCompany = CompanyName.extend({ lat: z.number().nullable(), lng: z.number().nullable() })

/** One row of /users/{type}. */
export const PersonRow = z.object({
  id: Id,
  identifier: z.string().nullable(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  roles: z.array(z.enum(ROLES)),
  companies: z.array(CompanyName),
  state: PersonState,
  ban_until: WireTime.nullable(),
  ban_reason: z.string().nullable(),
  last_seen_at: WireTime.nullable(),
  created_at: WireTime,
  /** Call sign of the default car. */
  indicativ: z.string().nullable(),
  /** Drivers only. */
  balance: Ron.nullable(),
  licence_until: Day.nullable(),
  attestation_until: Day.nullable(),
  papers: z.enum(DOCUMENT_STATES).nullable(),
  /** Clients only: orders in the actor's companies. */
  orders_count: z.number().int().nullable(),
  about: z.string().nullable(),
})
export type PersonRow = z.infer<typeof PersonRow>

export const PEOPLE_SORTS = [
  'id',
  'name',
  'identifier',
  'phone',
  'email',
  'last_seen_at',
  'indicativ',
  'balance',
  'licence_until',
  'attestation_until',
] as const
const Sort = z
  .string()
  .max(30)
  .refine((sort) => (PEOPLE_SORTS as readonly string[]).includes(sort.replace(/^-/, '')), 'Ordine necunoscută')

const filters = {
  type: PeopleType,
  search: textUpTo(80).optional(),
  state: PersonState.optional(),
  sort: Sort.optional(),
}

export const listPeople = endpoint({
  method: 'POST',
  path: '/api/users/list',
  does: 'People of one kind in my companies, sorted and paged; a body, because a typed name or phone stands in no address.',
  area,
  may: 'users.read',
  body: z.object({
    ...pageQuery(30),
    ...filters,
    company_id: CompanyIdIn.optional(),
    /** Drivers with a document that is missing, expired or ends within 30 days. */
    papers: z.enum(['expired', 'ending']).optional(),
  }),
  reply: paged(PersonRow),
})

export const exportPeople = endpoint({
  method: 'POST',
  path: '/api/users/export',
  does: 'The same people as a table, whole; a body for the same reason.',
  area,
  may: 'users.read',
  body: z.object({
    ...filters,
    company_id: CompanyIdIn.optional(),
    papers: z.enum(['expired', 'ending']).optional(),
    format: z.enum(['csv', 'xlsx']),
  }),
  reply: z.unknown(),
})

export const Person = PersonRow.extend({
  version: RecordVersion,
  /** URL of the photo; null without one. */
  photo_url: z.string().nullable(),
  licence_no: z.string().nullable(),
  /** Clients: the account their orders are charged to by default. */
  protocol_parent_user: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  cars: z.array(z.object({ id: Id, indicativ: z.string(), number: z.string(), is_default: z.boolean() })),
  has_password: z.boolean(),
  has_two_factor: z.boolean(),
  is_yourself: z.boolean(),
  is_super_user: z.boolean(),
  /** Permissions of the reader on this person. */
  may: z.object({
    /** All fields of the page. */
    administer: z.boolean(),
    /** A client's name and notes. */
    note: z.boolean(),
    ban: z.boolean(),
  }),
})
export type Person = z.infer<typeof Person>

/** Current state and position of a driver of the actor's companies, as in GET /api/drivers; null for everybody else. */
const DriverNow = z.object({
  is_busy: DriverCard.shape.is_busy.nullable(),
  is_paused: DriverCard.shape.is_paused.nullable(),
  is_online: DriverCard.shape.is_online.nullable(),
  high_priority: DriverCard.shape.high_priority.nullable(),
  default_car: DriverCard.shape.default_car,
  current_location: DriverCard.shape.current_location,
  current_polygon_id: DriverCard.shape.current_polygon_id,
})

export const PersonDetails = Person.extend(DriverNow.shape)

export const readPerson = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  does: 'One person of my companies, with companies, papers and cars; of a driver where it is and what it does; of a client what my companies wrote, whoever has the phone.',
  area,
  may: 'users.read',
  params: ByUserId,
  reply: one(PersonDetails),
  errors: ['user.unknown'],
})

const Email = textUpTo(200).pipe(z.email('E-mail invalid')).nullable()
const emptyIsNone = (value: unknown) => (value === '' ? null : value)
const optional = <T extends z.ZodType>(shape: T) => z.preprocess(emptyIsNone, shape).optional()

const profile = {
  email: optional(Email),
  phone: optional(Phone.nullable()),
  identifier: optional(textUpTo(20).nullable()),
  /** Clients: notes for dispatchers. */
  about: optional(textUpTo(2000).nullable()),
  /** Clients: the account their orders are charged to by default. */
  protocol_parent_user_id: UserIdIn.nullable().optional(),
  licence_no: optional(textUpTo(40).nullable()),
  licence_until: optional(DayIn.nullable()),
  attestation_until: optional(DayIn.nullable()),
}
const RoleList = z.array(z.enum(ROLES)).min(1, 'Alegeți cel puțin un rol').max(ROLES.length)
const CompanyIds = z.array(CompanyIdIn).max(50)

export const createPerson = endpoint({
  method: 'POST',
  path: '/api/users',
  does: 'Add somebody to my companies with roles that are mine to grant.',
  area,
  may: 'users.administer',
  body: z.object({
    ...profile,
    name: requiredText(120, 'Numele este obligatoriu'),
    roles: RoleList,
    company_ids: CompanyIds,
    /** Without one the user chooses a password by the link in an e-mail. */
    password: optional(z.string().min(8, 'Cel puțin 8 caractere').max(200, 'Cel mult 200 de caractere').nullable()),
  }),
  reply: one(z.object({ id: Id })),
  status: 201,
  errors: ['user.role_not_yours_to_grant', 'company.unknown'],
})

export const updatePerson = endpoint({
  method: 'PATCH',
  path: '/api/users/:id',
  does: 'Change what is written of somebody; If-Match carries the version that was read. A dispatcher: a client’s name and notes. A client with another phone has another id.',
  area,
  may: 'users.edit',
  takesVersion: true,
  params: ByUserId,
  body: z.object({
    ...profile,
    name: requiredText(120, 'Numele este obligatoriu').optional(),
    company_ids: CompanyIds.optional(),
  }),
  reply: one(Person),
  errors: [
    'user.unknown',
    'user.not_yours_to_edit',
    'user.works_elsewhere',
    'user.changed_meanwhile',
    'company.unknown',
  ],
})

export const setRoles = endpoint({
  method: 'PATCH',
  path: '/api/users/:id/roles',
  does: 'Give and take roles; nobody grants above his own, nor changes his own.',
  area,
  may: 'users.administer',
  takesVersion: true,
  params: ByUserId,
  body: z.object({ roles: RoleList }),
  reply: one(Person),
  errors: [
    'user.unknown',
    'user.not_yours_to_edit',
    'user.role_not_yours_to_grant',
    'user.is_yourself',
    'user.is_super_user',
    'user.works_elsewhere',
    'user.changed_meanwhile',
  ],
})

const stateErrors = [
  'user.unknown',
  'user.not_yours_to_edit',
  'user.is_yourself',
  'user.is_super_user',
  'user.works_elsewhere',
] as const

export const deactivatePerson = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  does: 'Close an account, which is logged out everywhere and gets no offers, or a client of my companies; undone by restoring it.',
  area,
  may: 'users.administer',
  params: ByUserId,
  reply: Done,
  errors: stateErrors,
})

export const restorePerson = endpoint({
  method: 'POST',
  path: '/api/users/:id/restore',
  does: 'Open a closed account or client again.',
  area,
  may: 'users.administer',
  params: ByUserId,
  reply: Done,
  errors: stateErrors,
})

export const changePeopleState = endpoint({
  method: 'POST',
  path: '/api/users/bulk',
  does: 'Close or open many accounts; each answers for itself.',
  area,
  may: 'users.administer',
  body: z.object({ ids: ManyUserIds, action: z.enum(['activate', 'deactivate']) }),
  reply: Outcomes,
})

export const resetPersonPassword = endpoint({
  method: 'POST',
  path: '/api/users/:id/reset-password',
  does: 'Set somebody’s password and close his sessions, or without one mail him a link to choose it.',
  area,
  may: 'users.administer',
  params: ByUserId,
  body: z.object({
    password: z.string().min(8, 'Cel puțin 8 caractere').max(200, 'Cel mult 200 de caractere').optional(),
  }),
  reply: z.object({ is_mailed: z.boolean() }),
  errors: stateErrors,
})

export const listMyCompanies = endpoint({
  method: 'GET',
  path: '/api/users/companies',
  does: 'The companies I may put people into, and where they are.',
  area,
  may: 'users.read',
  reply: z.object({ data: z.array(PlacedCompany) }),
})
