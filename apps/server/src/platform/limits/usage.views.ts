import type { CompanyUsage } from '@dispecerat/contract/identity/company-limits'
import { hasFullQuotas } from '@dispecerat/domain/identity/company-approval'
import { DAILY_LIMITS, DEFAULT_SOCKETS, isOnlyNoted, QUOTA_KINDS } from '@dispecerat/domain/identity/quota'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { ownLimits } from './quotas.store.ts'

/** The company's use today and its open sockets, with the limits; the caller has checked the scope. */
export async function usageView(
  db: Db,
  { companyId, openSockets }: { companyId: CompanyId; openSockets: number },
  now: Date,
): Promise<CompanyUsage> {
  const day = bucharestDay(now)
  const company = await db
    .selectFrom('companies')
    .select(['approval', 'status', 'sms_prefixes'])
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (!company) throw new DomainError('company.unknown')
  const { rows } = await sql<{ kind: string; used: number }>`
    select kind, sum(used)::bigint as used from company_usage
    where company_id = ${companyId} and day = ${day}::date group by kind
  `.execute(db)
  const used = new Map(rows.map((row) => [row.kind, Number(row.used)]))
  const own = await ownLimits(db, companyId)
  const tier = hasFullQuotas(company) ? 'full' : 'trial'
  return {
    company_id: companyId,
    day,
    tier,
    sms_prefixes: company.sms_prefixes,
    kinds: [
      ...QUOTA_KINDS.map((kind) => ({
        kind,
        used: used.get(kind) ?? 0,
        limit: own.get(kind) ?? DAILY_LIMITS[tier][kind],
        default_limit: DAILY_LIMITS[tier][kind],
        is_only_noted: isOnlyNoted(kind, tier),
      })),
      {
        kind: 'sockets',
        used: openSockets,
        is_only_noted: false,
        limit: own.get('sockets') ?? DEFAULT_SOCKETS,
        default_limit: DEFAULT_SOCKETS,
      },
    ],
  }
}
