import type { CompanyApproval } from '@dispecerat/domain/identity/company-approval'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { typeOfPackage } from '@dispecerat/domain/orders/goods'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

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
  /** 'YYYY-MM-DD' in Romanian time. */
  trialUntil: string
  approval: CompanyApproval
}

export interface OpenedCompany {
  approval: CompanyApproval
  companyId: CompanyId
  name: string
  packageId: number
  trialUntil: string
}

export interface EarlierSignUp extends OpenedCompany {
  /** Password hash of the administrator with the e-mail of the form. */
  passwordHash: string | null
  createdAt: Date
}

/**
 * The company with this CUI that has a user with this e-mail. Other companies may have the same CUI, because it is not verified at sign-up.
 */
export async function earlierSignUp(db: Db, cui: string, email: string): Promise<EarlierSignUp | null> {
  const { rows } = await sql<EarlierSignUp>`
    select c.id as "companyId", c.name, c.package_id as "packageId", c.approval, coalesce(c.trial_until::text, '') as "trialUntil",
      c.created_at as "createdAt", u.password_hash as "passwordHash"
    from companies c
    join user_companies uc on uc.company_id = c.id
    join users u on u.id = uc.user_id and u.email = ${email} and u.deleted_at is null
    where c.cui = ${cui} order by c.id limit 1
  `.execute(db)
  return rows[0] ?? null
}

export async function insertCompany(tx: Tx, company: NewCompany, now: Date): Promise<CompanyId> {
  const { cui, euid, name, address, lat, lng, phone, packageId, description, trialUntil, approval } = company
  const { id } = await tx
    .insertInto('companies')
    .values({
      cui,
      euid,
      name,
      address,
      lat,
      lng,
      phone,
      description,
      package_id: packageId,
      type: typeOfPackage(packageId),
      status: 'trial',
      trial_until: trialUntil,
      created_at: now,
      approval,
      is_email_proved: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('company_settings').values({ company_id: id }).execute()
  return id
}

export async function keepConsent(
  tx: Tx,
  consent: {
    userId: UserId
    companyId: CompanyId
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

export interface ProofRow {
  companyId: CompanyId
  userId: UserId
  email: string
}

/** A proof of the account's current address that has not expired; its link can be opened repeatedly. */
export async function findProof(tx: Tx, tokenHash: Buffer, now: Date): Promise<ProofRow | null> {
  const row = await tx
    .selectFrom('company_email_proofs as proof')
    .innerJoin('users', (join) => join.onRef('users.id', '=', 'proof.user_id').onRef('users.email', '=', 'proof.email'))
    .select(['proof.company_id', 'proof.user_id', 'proof.email'])
    .where('proof.token_hash', '=', tokenHash)
    .where('proof.expires_at', '>', now)
    .executeTakeFirst()
  return row ? { companyId: row.company_id, userId: row.user_id, email: row.email } : null
}

/** Inserts a requested proof; its token is created when the mail is sent. */
export async function insertProof(
  tx: Tx,
  { companyId, userId, email }: ProofRow,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<number> {
  await tx.deleteFrom('company_email_proofs').where('expires_at', '<=', now).execute()
  const row = { token_hash: null, company_id: companyId, user_id: userId, email }
  const { id } = await tx
    .insertInto('company_email_proofs')
    .values({ ...row, created_at: now, expires_at: expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds a token to an unexpired proof of the account's current address; false otherwise. A mail that is sent twice has two valid tokens. */
export async function insertProofLink(db: Db, proofId: number, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into company_email_proofs (token_hash, company_id, user_id, email, created_at, expires_at)
    select ${tokenHash}, proof.company_id, proof.user_id, proof.email, ${now}, proof.expires_at
    from company_email_proofs as proof
    join users on users.id = proof.user_id and users.email = proof.email and users.deleted_at is null
    where proof.id = ${proofId} and proof.expires_at > ${now}
  `.execute(db)
  return numAffectedRows > 0n
}

/**
 * Times since `since` at which this account requested a link to any address, or anyone requested one for these companies; oldest first.
 * Locks the user and the companies, so that parallel requests are counted one after another.
 */
export async function proofRequestsSince(
  tx: Tx,
  { userId, companyIds }: { userId: UserId; companyIds: readonly CompanyId[] },
  since: Date,
): Promise<Date[]> {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  await sql`select from companies where id = any(${[...companyIds]}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from company_email_proofs
    where token_hash is null and created_at > ${since}
      and (user_id = ${userId} or company_id = any(${[...companyIds]}::bigint[]))
    order by created_at
  `.execute(tx)
  return rows.map(({ at }) => at)
}

/** Returns false when it was proved before. */
export async function saveProved(tx: Tx, companyId: CompanyId, userId: UserId): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('companies')
    .set({ is_email_proved: true, email_proved_by: userId })
    .where('id', '=', companyId)
    .where('is_email_proved', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Revokes the proof of companies that relied on the account's address; returns their ids. */
export async function takeProofsBack(tx: Tx, userId: UserId): Promise<CompanyId[]> {
  const rows = await tx
    .updateTable('companies')
    .set({ is_email_proved: false, email_proved_by: null })
    .where('email_proved_by', '=', userId)
    .where('is_email_proved', '=', true)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Companies that wait for the proof of an address of this account. */
export async function awaitedProofs(tx: Tx, userId: UserId): Promise<CompanyId[]> {
  const rows = await tx
    .selectFrom('company_email_proofs as proof')
    .innerJoin('companies', 'companies.id', 'proof.company_id')
    .select('companies.id')
    .distinct()
    .where('proof.user_id', '=', userId)
    .where('companies.is_email_proved', '=', false)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns null for another tenant's company and for one whose e-mail is proved. */
export async function findUnproved(
  tx: Tx,
  { scope, userId }: Pick<Actor, 'scope' | 'userId'>,
  companyId: CompanyId,
): Promise<{ email: string } | null> {
  const isMine = scope.companies === 'every' || scope.companies.includes(companyId)
  if (!isMine || userId === null) return null
  const row = await tx
    .selectFrom('companies')
    .innerJoin('user_companies', 'user_companies.company_id', 'companies.id')
    .innerJoin('users', 'users.id', 'user_companies.user_id')
    .select('users.email')
    .where('companies.id', '=', companyId)
    .where('companies.is_email_proved', '=', false)
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return row?.email ? { email: row.email } : null
}
