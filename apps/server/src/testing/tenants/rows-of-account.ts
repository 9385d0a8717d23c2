import type { UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { TestServer } from '../a-server.ts'

const OWN_TABLES = [
  'user_roles',
  'user_companies',
  'user_meta',
  'user_photos',
  'access_tokens',
  'password_resets',
  'two_factor',
  'devices',
  'user_bans',
  'protocol_companies',
  'consents',
  'sip_accounts',
]
const DRIVERS_TABLES = [
  'driver_status',
  'driver_papers',
  'driver_cars',
  'driver_shifts',
  'report_tokens',
  'ledger_entries',
]

/** Every row that the employer has of a person, and every event that was sent to the employer or to the person. */
export async function rowsOfAccount({ db }: TestServer, userId: UserId, employerId: number): Promise<unknown> {
  const all = async (table: string, column: string) =>
    (
      await sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${userId} order by 1::text, 2::text`.execute(
        db,
      )
    ).rows
  const rows: Record<string, unknown> = { users: await all('users', 'id') }
  for (const table of OWN_TABLES) rows[table] = await all(table, 'user_id')
  for (const table of DRIVERS_TABLES) rows[table] = await all(table, 'driver_id')
  const events = await sql`
    select event, data from event_log where ${employerId}::bigint = any(to_companies) or ${userId}::bigint = any(to_users)
    order by seq
  `.execute(db)
  const written = await sql`select id from messages where company_id = ${employerId} order by id`.execute(db)
  const journal = await sql`select id from audit_log where company_id = ${employerId} order by id`.execute(db)
  return { ...rows, told: events.rows, written: written.rows, journal: journal.rows }
}
