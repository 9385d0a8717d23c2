import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface ClientSession {
  id: number
  companyId: CompanyId
  phone: string
  /** The user who has the phone now, as the company's client. */
  userId: UserId
}

/** A phone has one session in a company: the newest one. */
export async function replaceSession(
  tx: Tx,
  session: { companyId: CompanyId; phone: string; tokenHash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  const { companyId, phone, tokenHash, now, expiresAt } = session
  await sql`delete from client_sessions where company_id = ${companyId} and phone = ${phone}`.execute(tx)
  await sql`
    insert into client_sessions (company_id, phone, token_hash, created_at, expires_at)
    values (${companyId}, ${phone}, ${tokenHash}, ${now}, ${expiresAt})
  `.execute(tx)
}

/**
 * Resolved by the phone each time: a client whom the company closed or erased, or whose phone it changed, has no session, and none is valid
 * once the company switches the application off.
 */
export async function findClientSession(db: Db, tokenHash: Buffer, now: Date): Promise<ClientSession | null> {
  const { rows } = await sql<ClientSession>`
    select s.id, s.company_id as "companyId", s.phone, client.user_id as "userId"
    from client_sessions s
    join companies c on c.id = s.company_id and c.deleted_at is null
    join company_settings settings on settings.company_id = s.company_id and settings.client_app
    join users u on u.phone = s.phone
    join company_clients client on client.company_id = s.company_id and client.user_id = u.id and client.is_active
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}
  `.execute(db)
  return rows[0] ?? null
}

export async function deleteSession(tx: Tx, id: number): Promise<void> {
  await sql`delete from client_sessions where id = ${id}`.execute(tx)
}

export async function forgetEndedSessions(db: Db, now: Date): Promise<void> {
  await sql`delete from client_sessions where expires_at <= ${now}`.execute(db)
}
