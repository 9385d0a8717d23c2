import type { LoggedUser, Session } from '@dispecerat/contract/accounts'
import { DEFAULT_CENTRE } from '@dispecerat/domain/geo'
import { permissionsOf, type Role, seesEveryCompany } from '@dispecerat/domain/permissions'
import { toWireTime } from '@dispecerat/domain/wire-time'
import type { z } from 'zod'
import type { Db } from '../db/database.ts'

/** C-36: whoever sees every company starts with the whole country, the others at their company. */
const COUNTRY = { lat: 45.9432, lng: 24.9668, zoom: 7 }
const TOWN_ZOOM = 13

export async function loggedUserView(db: Db, userId: number): Promise<LoggedUser> {
  const [user, roleRows, companies] = await Promise.all([
    db.selectFrom('users').select(['id', 'name', 'email', 'phone']).where('id', '=', userId).executeTakeFirstOrThrow(),
    db.selectFrom('user_roles').select('role').where('user_id', '=', userId).orderBy('role').execute(),
    db
      .selectFrom('companies as c')
      .innerJoin('user_companies as uc', 'uc.company_id', 'c.id')
      .select(['c.id', 'c.name', 'c.package_id', 'c.type', 'c.lat', 'c.lng'])
      .where('uc.user_id', '=', userId)
      .where('c.deleted_at', 'is', null)
      .orderBy('c.id')
      .execute(),
  ])
  const roles = roleRows.map(({ role }) => role)
  return { ...user, roles, permissions: permissionsOf(roles), companies, map: firstMap(roles, companies) }
}

function firstMap(roles: readonly Role[], companies: LoggedUser['companies']): LoggedUser['map'] {
  if (seesEveryCompany(roles)) return COUNTRY
  for (const { lat, lng } of companies) if (lat !== null && lng !== null) return { lat, lng, zoom: TOWN_ZOOM }
  return { lat: DEFAULT_CENTRE.lat, lng: DEFAULT_CENTRE.long, zoom: TOWN_ZOOM }
}

/** Newest use first. */
export async function sessionViews(
  db: Db,
  asked: { userId: number; currentTokenId: number; now: Date },
): Promise<z.input<typeof Session>[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .select(['id', 'device', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', asked.userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', asked.now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    created_at: toWireTime(row.created_at),
    last_used_at: toWireTime(row.last_used_at),
    expires_at: toWireTime(row.expires_at),
    is_current: row.id === asked.currentTokenId,
  }))
}
