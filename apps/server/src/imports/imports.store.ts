import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Codes have no unique index: whoever gives one away in this company waits for us, and we for him. */
export async function holdCompany(tx: Tx, companyId: number): Promise<void> {
  await sql`select 1 from companies where id = ${companyId} for no key update`.execute(tx)
}
