import { type Vetting, whyNothingLeaves } from '@dispecerat/domain/identity/company-approval'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { HOME_PREFIXES } from '@dispecerat/domain/kernel/phone'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

/** Messages of the platform itself (`null`) and of deleted companies may always be sent. */
export async function vettingOf(
  db: Db | Tx,
  companyId: CompanyId | null,
): Promise<Vetting & { smsPrefixes: readonly string[] }> {
  const row =
    companyId === null
      ? undefined
      : await db
          .selectFrom('companies')
          .select(['approval', 'is_email_proved', 'status', 'sms_prefixes'])
          .where('id', '=', companyId)
          .executeTakeFirst()
  if (!row) return { approval: 'approved', isEmailProved: true, status: 'active', smsPrefixes: HOME_PREFIXES }
  const { approval, is_email_proved: isEmailProved, status, sms_prefixes: smsPrefixes } = row
  return { approval, isEmailProved, status, smsPrefixes }
}

export async function smsPrefixesOf(db: Db | Tx, companyId: CompanyId | null): Promise<readonly string[]> {
  return (await vettingOf(db, companyId)).smsPrefixes
}

/**
 * SQL condition for filings on the company in `id`: issued documents are filed even while the company is suspended, because the law
 * requires it.
 */
export function mayLeave(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from companies as vetted where vetted.id = ${id}
    and (vetted.approval in ('waiting', 'refused') or not vetted.is_email_proved))`
}

const ERRORS = {
  not_approved: 'company.not_approved',
  email_not_proved: 'company.email_not_proved',
  suspended: 'company.suspended',
} as const

/**
 * For actions that a user starts: a broadcast, a message, a call. Throws company.not_approved, company.email_not_proved and
 * company.suspended.
 */
export async function requireMayLeave(
  tx: Tx,
  companyId: CompanyId,
  about: { isForRunning?: boolean } = {},
): Promise<void> {
  const why = whyNothingLeaves(await vettingOf(tx, companyId), about)
  if (why) throw new DomainError(ERRORS[why])
}
