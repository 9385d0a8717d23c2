import type { Role } from '@dispecerat/domain/identity/permissions'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface CredentialsRow {
  id: UserId
  passwordHash: string | null
  isActive: boolean
  banUntil: Date | null
  banReason: string | null
  /** True for a user with the role of a driver. */
  drives: boolean
}

export async function findCredentials(db: Db, email: string): Promise<CredentialsRow | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'is_active', 'ban_until', 'ban_reason'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_roles').select('role').whereRef('user_id', '=', 'users.id').where('role', '=', 'driver'),
      ).as('drives'),
    )
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    passwordHash: row.password_hash,
    isActive: row.is_active,
    banUntil: row.ban_until,
    banReason: row.ban_reason,
    drives: row.drives === true,
  }
}

export async function hasAdministrator(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from user_roles r join users u on u.id = r.user_id
    where r.role = 'admin' and u.deleted_at is null limit 1
  `.execute(db)
  return rows.length > 0
}

export interface NewUser {
  email: string
  name: string
  passwordHash: string
  roles: readonly Role[]
  now: Date
}

/** Returns null when the e-mail is taken. */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserId | null> {
  const row = await tx
    .insertInto('users')
    .values({ email: user.email, name: user.name, password_hash: user.passwordHash, created_at: user.now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await tx
    .insertInto('user_roles')
    .values(user.roles.map((role) => ({ user_id: row.id, role })))
    .execute()
  return row.id
}

export interface Activity {
  isOnline: boolean
  /** Number of the heartbeat that a closing console ends, together with those before it; undefined: the last one. */
  ends?: number | undefined
}

/** Stores that a person uses a console or left it. Returns the number of the user's heartbeats, undefined when `ends` is outdated. */
export async function savePresence(
  tx: Tx,
  userId: UserId,
  { isOnline, ends }: Activity,
  now: Date,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('user_presence')
    .values({ user_id: userId, is_online: isOnline, beat_at: now, beats: isOnline ? 1 : 0 })
    .onConflict((conflict) => {
      const beats = sql<number>`user_presence.beats + excluded.beats`
      const update = conflict.column('user_id').doUpdateSet({ is_online: isOnline, beat_at: now, beats })
      return isOnline || ends === undefined ? update : update.where('user_presence.beats', '<=', ends)
    })
    .returning('beats')
    .executeTakeFirst()
  await tx.updateTable('users').set({ last_seen_at: now }).where('id', '=', userId).execute()
  return row?.beats
}
