import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export interface NewCompany {
  cui: string
  euid: string | null
  name: string
  address: string
  lat: number | null
  lng: number | null
  phone: string
  packageId: 1 | 2 | 3
  description: string | null
  /** 'YYYY-MM-DD' in Bucharest. */
  trialUntil: string
}

export interface OpenedCompany {
  companyId: number
  name: string
  packageId: number
  trialUntil: string
}

/** Two forms with one e-mail go one after the other. */
export async function lockSignUp(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sign-up'))`.execute(tx)
}

export interface EarlierSignUp extends OpenedCompany {
  /** Of the administrator with the e-mail of the form. */
  passwordHash: string | null
  createdAt: Date
}

/** The company with this CUI where the e-mail works. Other companies may say that the CUI is theirs: it is not proved yet. */
export async function earlierSignUp(tx: Tx, cui: string, email: string): Promise<EarlierSignUp | null> {
  const { rows } = await sql<EarlierSignUp>`
    select c.id as "companyId", c.name, c.package_id as "packageId", coalesce(c.trial_until::text, '') as "trialUntil",
      c.created_at as "createdAt", u.password_hash as "passwordHash"
    from companies c
    join user_companies uc on uc.company_id = c.id
    join users u on u.id = uc.user_id and u.email = ${email} and u.deleted_at is null
    where c.cui = ${cui} order by c.id limit 1
  `.execute(tx)
  return rows[0] ?? null
}

const TYPES = { 1: 'taxi', 2: 'courier', 3: 'restaurant' } as const

export async function insertCompany(tx: Tx, company: NewCompany, now: Date): Promise<number> {
  const { cui, euid, name, address, lat, lng, phone, packageId, description, trialUntil } = company
  const { id } = await tx
    .insertInto('companies')
    .values({
      ...{ cui, euid, name, address, lat, lng, phone, description },
      package_id: packageId,
      type: TYPES[packageId],
      status: 'trial',
      trial_until: trialUntil,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('company_settings').values({ company_id: id }).execute()
  return id
}

export async function keepConsent(
  tx: Tx,
  consent: {
    userId: number
    companyId: number
    texts: readonly { url: string; version: number }[]
    wording: string
    ip: string
  },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('consents')
    .values({
      user_id: consent.userId,
      company_id: consent.companyId,
      kind: 'sign_up',
      texts: JSON.stringify(consent.texts),
      wording: consent.wording,
      ip: consent.ip,
      given_at: now,
    })
    .execute()
}
