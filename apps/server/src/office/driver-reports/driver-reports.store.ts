import { asIds, type CompanyId, type DriverId, type UserId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

const MAX_LINKS = 200

export interface ReportToken {
  tokenHash: Buffer
  driverId: DriverId
  companyIds: readonly CompanyId[]
  from: Date
  to: Date
  expiresAt: Date
}

/** The driver's companies that are the actor's too; empty: the actor may not report about the driver. */
export async function companiesOfDriver(tx: Tx, scope: Scope, driverId: DriverId): Promise<CompanyId[]> {
  const mine = ofCompanies(scope, 'uc.company_id')
  const { rows } = await sql<{ id: CompanyId }>`
    select uc.company_id as id from user_companies uc
    join user_roles r on r.user_id = uc.user_id and r.role = 'driver'
    join users u on u.id = uc.user_id and u.deleted_at is null
    where uc.user_id = ${driverId} and ${mine} order by uc.company_id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export async function insertReportToken(
  tx: Tx,
  token: ReportToken,
  by: { userId: UserId | null; now: Date },
): Promise<void> {
  await tx.deleteFrom('report_tokens').where('expires_at', '<=', by.now).execute()
  await tx
    .insertInto('report_tokens')
    .values({
      token_hash: token.tokenHash,
      driver_id: token.driverId,
      company_ids: [...token.companyIds],
      time_from: token.from,
      time_to: token.to,
      expires_at: token.expiresAt,
      created_by: by.userId,
      created_at: by.now,
    })
    .execute()
}

/** The creator's current companies: a link opens only what its creator may still create links for. */
const MAKERS_COMPANIES = sql<number[]>`array(
  select linked.id from unnest(token.company_ids) as linked (id)
  where exists (select from users where id = token.created_by and is_active and deleted_at is null)
    and (exists (select from user_roles where user_id = token.created_by and role = 'admin')
      or (exists (select from user_roles where user_id = token.created_by and role = 'company_admin')
        and exists (select from user_companies where user_id = token.created_by and company_id = linked.id)
        and not exists (select from revoked_permissions
          where company_id = linked.id and role = 'company_admin' and permission = 'report_tokens.make')))
)`

/** null for a link that is unknown, expired or revoked, and when its creator may no longer create it. */
export async function findReportToken(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<Omit<ReportToken, 'tokenHash'> | null> {
  const { rows } = await sql<Omit<ReportToken, 'tokenHash'>>`
    select driver_id as "driverId", ${MAKERS_COMPANIES} as "companyIds", time_from as "from", time_to as "to",
      expires_at as "expiresAt"
    from report_tokens as token where token_hash = ${tokenHash} and expires_at > ${now}
  `.execute(db)
  const [row] = rows
  return row && row.companyIds.length > 0 ? { ...row, companyIds: asIds(row.companyIds.map(Number)) } : null
}

export interface LinkRow {
  id: string
  driverId: DriverId
  driverName: string | null
  from: Date
  to: Date
  madeAt: Date
  madeBy: number | null
  makerName: string | null
  expiresAt: Date
}

/** Valid links about drivers of the scope's companies, newest first. */
export async function openLinks(
  db: Db,
  { companies }: Scope,
  { driverId, now }: { driverId: DriverId | undefined; now: Date },
): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select encode(token_hash, 'hex') as id, driver_id as "driverId", driver.name as "driverName", time_from as "from",
      time_to as "to", token.created_at as "madeAt", token.created_by as "madeBy", maker.name as "makerName",
      expires_at as "expiresAt"
    from report_tokens as token join users as driver on driver.id = driver_id
    left join users as maker on maker.id = token.created_by
    where expires_at > ${now} and ${ofLinks(companies)} and (${driverId ?? null}::bigint is null or driver_id = ${driverId ?? null})
      and cardinality(${MAKERS_COMPANIES}) > 0
    order by token.created_at desc, token_hash limit ${MAX_LINKS}
  `.execute(db)
  return rows
}

/** Deletes the link and returns its driver and companies; null when the scope has no such link. */
export async function deleteReportToken(
  tx: Tx,
  { companies }: Scope,
  id: string,
): Promise<{ driverId: DriverId; companyIds: CompanyId[] } | null> {
  const { rows } = await sql<{ driverId: DriverId; companyIds: CompanyId[] }>`
    delete from report_tokens as token where encode(token_hash, 'hex') = ${id} and ${ofLinks(companies)}
    returning driver_id as "driverId", company_ids as "companyIds"
  `.execute(tx)
  return rows[0] ?? null
}

/** SQL condition: the link is of one of the companies. */
function ofLinks(companies: Scope['companies']): RawBuilder<boolean> {
  return companies === 'every' ? sql<boolean>`true` : sql<boolean>`token.company_ids && ${[...companies]}::bigint[]`
}
