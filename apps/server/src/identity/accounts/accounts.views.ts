import type { LoggedUser, Session } from '@dispecerat/contract/identity/accounts'
import type { PersonSession } from '@dispecerat/contract/office/person-sessions'
import { ownPhotoUrl } from '@dispecerat/contract/office/user-photos'
import { SETTINGS } from '@dispecerat/domain/identity/company-settings'
import {
  PERMISSIONS,
  type Permission,
  permissionsOf,
  type Revoked,
  type Role,
  seesEveryCompany,
} from '@dispecerat/domain/identity/permissions'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Tx } from '../../platform/db/database.ts'
import { isInTime } from '../sessions/sessions.store.ts'
import { type TwoFactorFacts, twoFactorFacts } from '../two-factor/two-factor.store.ts'

/** The first map view: the whole country for users who see every company, otherwise their company's town or the configured default. */
const COUNTRY = { lat: 45.9432, lng: 24.9668, zoom: 7 }
const TOWN_ZOOM = 13

/** Settings of the installation that each user's view of their account contains. */
export interface PlatformRules {
  companyCentre: Point
  /** Days that administrators may work without a second factor; null: no limit. */
  twoFactorGraceDays: number | null
}

export async function loggedUserView(
  db: Db,
  userId: UserId,
  { companyCentre, twoFactorGraceDays, now }: PlatformRules & { now: Date },
): Promise<LoggedUser> {
  const [user, roleRows, companies, factor, revoked, ring] = await Promise.all([
    db
      .selectFrom('users as u')
      .leftJoin('user_photos as photo', 'photo.user_id', 'u.id')
      .select(['u.id', 'u.name', 'u.email', 'u.phone', 'u.language', 'photo.updated_at as photoAt'])
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow(),
    db.selectFrom('user_roles').select('role').where('user_id', '=', userId).orderBy('role').execute(),
    db
      .selectFrom('companies as c')
      .innerJoin('user_companies as uc', 'uc.company_id', 'c.id')
      .select(['c.id', 'c.name', 'c.package_id', 'c.type', 'c.lat', 'c.lng'])
      .where('uc.user_id', '=', userId)
      .where('c.deleted_at', 'is', null)
      .orderBy('c.id')
      .execute(),
    twoFactorFacts(db, userId),
    revokedOf(db, userId),
    ringOf(db, userId),
  ])
  const roles = roleRows.map(({ role }) => role)
  const { photoAt, ...own } = user
  return {
    ...own,
    photo_url: ownPhotoUrl(photoAt),
    roles,
    permissions: permissionsIn(roles, revoked),
    companies,
    ring,
    map: firstMap(roles, companies, companyCentre),
    two_factor: twoFactorOf(factor, { demanded: twoFactorGraceDays !== null, now }),
  }
}

const { default_sound: usualSound, line_answer: usualAnswer } = SETTINGS.ring

/** The ringing settings of the user's first company; the installation's defaults for users without a company. */
async function ringOf(db: Db, userId: UserId): Promise<LoggedUser['ring']> {
  const { rows } = await sql<LoggedUser['ring']>`
    select default_sound as sound, line_answer from company_settings
    where company_id = (select min(own.company_id) from user_companies as own
      join companies on companies.id = own.company_id and companies.deleted_at is null where own.user_id = ${userId})
  `.execute(db)
  return rows[0] ?? { sound: usualSound.default, line_answer: usualAnswer.default }
}

/** The permissions that each company of the user has revoked from the roles; a company that revoked none has an empty list. */
async function revokedOf(db: Db, userId: UserId): Promise<Revoked[]> {
  const { rows } = await sql<{ lines: string[] }>`
    select array(select role || ' ' || permission from revoked_permissions as taken where taken.company_id = mine.company_id) as lines
    from (
      select company_id from user_companies where user_id = ${userId}
      union select company_id from protocol_companies where user_id = ${userId} and is_active
    ) as mine
  `.execute(db)
  return rows.map(({ lines }) => lines)
}

/** The permissions that the user holds in at least one company: endpoints decide by the company of the row. */
function permissionsIn(roles: readonly Role[], revoked: readonly Revoked[]): Permission[] {
  if (revoked.length === 0) return permissionsOf(roles)
  const held = new Set(revoked.flatMap((lines) => permissionsOf(roles, lines)))
  return PERMISSIONS.filter((permission) => held.has(permission))
}

function twoFactorOf(
  { since, dueAt, administers, companyDemands }: TwoFactorFacts,
  { demanded, now }: { demanded: boolean; now: Date },
): LoggedUser['two_factor'] {
  const ofPlatform = demanded && administers ? dueAt : null
  const due = since !== null ? null : companyDemands ? now : ofPlatform
  return { is_on: since !== null, required_from: due && toWireTime(due), is_required: due !== null && due <= now }
}

function firstMap(roles: readonly Role[], companies: LoggedUser['companies'], companyCentre: Point): LoggedUser['map'] {
  if (seesEveryCompany(roles)) return COUNTRY
  for (const { lat, lng } of companies) if (lat !== null && lng !== null) return { lat, lng, zoom: TOWN_ZOOM }
  return { lat: companyCentre.lat, lng: companyCentre.long, zoom: TOWN_ZOOM }
}

/** Most recently used first. */
export async function sessionViews(
  db: Db,
  query: { userId: UserId; currentTokenId: number; now: Date },
): Promise<z.input<typeof Session>[]> {
  const sessions = await openSessions(db, query)
  return sessions.map(({ network: _, ...session }) => ({ ...session, is_current: session.id === query.currentTokenId }))
}

/** Most recently used first, as an administrator of the person sees them. */
export async function openSessions(
  db: Db | Tx,
  { userId, now }: { userId: UserId; now: Date },
): Promise<z.input<typeof PersonSession>[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .select(['id', 'device', 'network', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where(isInTime('access_tokens', now))
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    network: row.network,
    created_at: toWireTime(row.created_at),
    last_used_at: toWireTime(row.last_used_at),
    expires_at: toWireTime(row.expires_at),
  }))
}
