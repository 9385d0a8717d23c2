import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Allows one set-up at a time across all nodes: the second one finds an administrator. */
export async function lockSetUp(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('set-up'))`.execute(tx)
}

export async function insertSetUpLink(db: Db, tokenHash: Buffer, now: Date, expiresAt: Date): Promise<void> {
  await db
    .insertInto('set_up_links')
    .values({ token_hash: tokenHash, created_at: now, expires_at: expiresAt })
    .execute()
}

export async function isOpenSetUpLink(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('set_up_links')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetSetUpLinks(tx: Tx): Promise<void> {
  await tx.deleteFrom('set_up_links').execute()
}
