import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { GrantedTokens } from '../../adapters/authorities/authorities.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Seal } from '../../platform/db/seal.ts'

const ACCESS_CONTEXT = 'efactura_authorisations.access_token'
const REFRESH_CONTEXT = 'efactura_authorisations.refresh_token'

/** Documented lifetime of a refresh token; the authority's reply does not contain it. */
const REFRESH_MS = 365 * 86_400_000
/** Share of a token's lifetime after which it is renewed: 9 of 90 days are then left for retries while the authority is down. */
const RENEWED_AFTER = 0.9

export interface AuthorisationRequest {
  stateHash: Buffer
  companyId: CompanyId
  userId: UserId
  /** The session's row in access_tokens. */
  tokenId: number
  expiresAt: Date
}

export async function insertRequest(tx: Tx, request: AuthorisationRequest, now: Date): Promise<void> {
  await tx.deleteFrom('efactura_authorisation_requests').where('expires_at', '<=', now).execute()
  const { stateHash: state_hash, companyId: company_id, userId: user_id, tokenId: token_id, expiresAt } = request
  const row = { state_hash, company_id, user_id, token_id, expires_at: expiresAt }
  await tx.insertInto('efactura_authorisation_requests').values(row).execute()
}

/** Deletes the request, so that it is used once. Null when another session began it, or it was used or expired. */
export async function takeRequest(
  tx: Tx,
  { stateHash, userId, tokenId }: Pick<AuthorisationRequest, 'stateHash' | 'userId' | 'tokenId'>,
  now: Date,
): Promise<{ companyId: CompanyId } | null> {
  const row = await tx
    .deleteFrom('efactura_authorisation_requests')
    .where('state_hash', '=', stateHash)
    .where('user_id', '=', userId)
    .where('token_id', '=', tokenId)
    .where('expires_at', '>', now)
    .returning('company_id')
    .executeTakeFirst()
  return row ? { companyId: row.company_id } : null
}

export async function saveGrant(
  tx: Tx,
  seal: Seal,
  { companyId, cui, userId, tokens }: { companyId: CompanyId; cui: string; userId: UserId; tokens: GrantedTokens },
  now: Date,
): Promise<void> {
  const row = {
    cui,
    state: 'active' as const,
    authorised_by: userId,
    authorised_at: now,
    refresh_token: null,
    refresh_expires_at: null,
    ...tokenColumns(seal, tokens, now),
    refresh_due_at: tokens.refreshToken === null ? null : renewedAt(tokens, now),
  }
  await tx
    .insertInto('efactura_authorisations')
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute()
}

/** Existing tokens stay valid: only the new authorisation was refused. */
export async function saveRefusal(
  tx: Tx,
  { companyId, cui, userId }: { companyId: CompanyId; cui: string; userId: UserId },
  now: Date,
): Promise<void> {
  const row = { cui, state: 'refused' as const, authorised_by: userId, authorised_at: now }
  await tx
    .insertInto('efactura_authorisations')
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet(row).where('efactura_authorisations.state', '=', 'refused'),
    )
    .execute()
}

/** Returns false when there was none. */
export async function deleteAuthorisation(tx: Tx, companyId: CompanyId): Promise<boolean> {
  await tx.deleteFrom('efactura_authorisation_requests').where('company_id', '=', companyId).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('efactura_authorisations')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The access token for this company's documents under this CUI; null when there is none or it expired. */
export async function accessTokenOf(
  db: Db,
  seal: Seal,
  { companyId, cif }: { companyId: CompanyId; cif: string },
  now: Date,
): Promise<string | null> {
  const row = await db
    .selectFrom('efactura_authorisations')
    .select('access_token')
    .where('company_id', '=', companyId)
    .where('cui', '=', cif)
    .where('state', '=', 'active')
    .where('access_expires_at', '>', now)
    .executeTakeFirst()
  return row?.access_token ? seal.open(row.access_token, ACCESS_CONTEXT) : null
}

/**
 * The authority refused the token. It is renewed at once, but not within an hour of the last grant, because a fresh token was refused for
 * another reason and would be renewed in a loop. Null when the token was replaced meanwhile or is already marked.
 */
export async function markRevoked(
  tx: Tx,
  seal: Seal,
  { companyId, accessToken }: { companyId: CompanyId; accessToken: string },
  now: Date,
): Promise<{ companyId: CompanyId } | null> {
  const { rows } = await sql<{ access_token: string; granted_at: Date }>`
    select access_token, granted_at from efactura_authorisations
    where company_id = ${companyId} and state = 'active' for update
  `.execute(tx)
  const [row] = rows
  if (!row || seal.open(row.access_token, ACCESS_CONTEXT) !== accessToken) return null
  await sql`
    update efactura_authorisations set state = 'revoked',
      refresh_due_at = case when refresh_token is null then null else greatest(${now}, granted_at + interval '1 hour') end
    where company_id = ${companyId}
  `.execute(tx)
  return { companyId }
}

export interface DueRefresh {
  companyId: CompanyId
  /** The sealed refresh token as stored; compared on save to detect that it was replaced meanwhile. */
  sealed: string
}

/** Leases due renewals for `leaseSeconds`; when the process dies, they are due again after that. */
export async function claimDueRefreshes(
  db: Db,
  { now, leaseSeconds, limit }: { now: Date; leaseSeconds: number; limit: number },
): Promise<DueRefresh[]> {
  const { rows } = await sql<DueRefresh>`
    update efactura_authorisations set refresh_due_at = ${new Date(now.getTime() + leaseSeconds * 1000)}
    where company_id in (
      select company_id from efactura_authorisations
      where refresh_due_at <= ${now} and refresh_expires_at > ${now}
      order by refresh_due_at, company_id limit ${limit} for update skip locked
    )
    returning company_id as "companyId", refresh_token as sealed
  `.execute(db)
  return rows
}

export function openRefreshToken(seal: Seal, { sealed }: DueRefresh): string {
  return seal.open(sealed, REFRESH_CONTEXT)
}

/** Returns false when the company has authorised again or ended the authorisation meanwhile. */
export async function saveRenewal(
  tx: Tx,
  seal: Seal,
  { companyId, sealed }: DueRefresh,
  tokens: GrantedTokens,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('efactura_authorisations')
    .set({ state: 'active', ...tokenColumns(seal, tokens, now), refresh_due_at: renewedAt(tokens, now) })
    .where('company_id', '=', companyId)
    .where('refresh_token', '=', sealed)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** `retryAt` null: the authority refused the refresh token, and the company has to authorise again. */
export async function saveFailedRenewal(
  tx: Tx,
  { companyId, sealed }: DueRefresh,
  retryAt: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('efactura_authorisations')
    .set({ refresh_due_at: retryAt, ...(retryAt === null ? { state: 'revoked' as const } : {}) })
    .where('company_id', '=', companyId)
    .where('refresh_token', '=', sealed)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Filings that waited for an authorisation become due now. */
export async function wakeFilings(tx: Tx, companyId: CompanyId, now: Date): Promise<void> {
  await tx
    .updateTable('filings')
    .set({ due_at: now })
    .where('company_id', '=', companyId)
    .where('kind', '=', 'efactura')
    .where('state', 'in', ['pending', 'uploaded'])
    .where('reason', 'in', ['no_authorisation', 'unauthorised'])
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .execute()
}

/** A grant without a refresh token keeps the stored one. */
function tokenColumns(seal: Seal, { accessToken, refreshToken, expiresInSeconds }: GrantedTokens, now: Date) {
  const lifetime = expiresInSeconds * 1000
  const access = {
    access_token: seal.seal(accessToken, ACCESS_CONTEXT),
    access_expires_at: new Date(now.getTime() + lifetime),
    granted_at: now,
  }
  if (refreshToken === null) return access
  return {
    ...access,
    refresh_token: seal.seal(refreshToken, REFRESH_CONTEXT),
    refresh_expires_at: new Date(now.getTime() + REFRESH_MS),
  }
}

function renewedAt({ expiresInSeconds }: GrantedTokens, now: Date): Date {
  return new Date(now.getTime() + expiresInSeconds * 1000 * RENEWED_AFTER)
}
