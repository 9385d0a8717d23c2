import type { Consent } from '@dispecerat/contract/identity/companies'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A company signs up once, so it never has more consents than this. */
const MAX = 200

/** Newest first; `companyId` is one of the actor's. */
export async function consentViews(db: Db, companyId: CompanyId): Promise<Consent[]> {
  const { rows } = await sql<Omit<Consent, 'given_at'> & { given_at: Date }>`
    select consents.id, json_build_object('id', users.id, 'name', users.name, 'email', users.email) as "user",
      consents.given_at, consents.wording, consents.texts, host(consents.ip) as ip
    from consents join users on users.id = consents.user_id
    where consents.company_id = ${companyId} order by consents.id desc limit ${MAX}
  `.execute(db)
  return rows.map((row) => ({ ...row, given_at: toWireTime(row.given_at) }))
}
