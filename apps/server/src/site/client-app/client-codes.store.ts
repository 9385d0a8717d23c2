import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** The company and the phone in E.164. */
export interface CodeOwner {
  companyId: CompanyId
  phone: string
}

/** A new request replaces the previous one, with its code and its attempts. */
export async function insertRequest(tx: Tx, { companyId, phone }: CodeOwner, now: Date): Promise<void> {
  await sql`
    insert into client_codes (company_id, phone, asked_at) values (${companyId}, ${phone}, ${now})
    on conflict (company_id, phone) do update set asked_at = excluded.asked_at, code_hash = null, expires_at = null, tries = 0
  `.execute(tx)
}

/** Saves the code of a request made after `since`; false: there is none. A message that is retried contains a new code. */
export async function saveCode(
  db: Db | Tx,
  { companyId, phone }: CodeOwner,
  { codeHash, expiresAt, since }: { codeHash: string; expiresAt: Date; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update client_codes set code_hash = ${codeHash}, expires_at = ${expiresAt}
    where company_id = ${companyId} and phone = ${phone} and asked_at > ${since} returning 1
  `.execute(db)
  return rows.length > 0
}

/** Counts an attempt before it is checked; null: there is no code, it has expired, or its attempts are used up. */
export async function takeTry(
  db: Db,
  { companyId, phone }: CodeOwner,
  { maxTries, now }: { maxTries: number; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ code_hash: string }>`
    update client_codes set tries = tries + 1
    where company_id = ${companyId} and phone = ${phone} and code_hash is not null and expires_at > ${now} and tries < ${maxTries}
    returning code_hash
  `.execute(db)
  return rows[0]?.code_hash ?? null
}

/** False: a concurrent request used the same code. */
export async function spendCode(tx: Tx, { companyId, phone }: CodeOwner, codeHash: string): Promise<boolean> {
  const { rows } = await sql`
    delete from client_codes where company_id = ${companyId} and phone = ${phone} and code_hash = ${codeHash} returning 1
  `.execute(tx)
  return rows.length > 0
}

export async function forgetRequests(db: Db, before: Date): Promise<void> {
  await sql`delete from client_codes where asked_at < ${before}`.execute(db)
}
