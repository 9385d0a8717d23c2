import type { ScheduleRules } from '@dispecerat/contract/dispatch/scheduled-orders'
import { SETTINGS } from '@dispecerat/domain/identity/company-settings'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** Rules of all companies of the scope, by company name. */
export function scheduleRulesViews(db: Db, scope: Scope): Promise<ScheduleRules[]> {
  return viewsWhere(db, ofCompanies(scope, 'companies.id'))
}

export async function scheduleRulesView(db: Db, companyId: CompanyId): Promise<ScheduleRules> {
  const [rules] = await viewsWhere(db, sql`companies.id = ${companyId}`)
  if (!rules) throw new DomainError('company.unknown')
  return rules
}

async function viewsWhere(db: Db, condition: RawBuilder<unknown>): Promise<ScheduleRules[]> {
  const { rows } = await sql<ScheduleRules>`
    select companies.id as company_id, companies.name as company_name,
      coalesce(settings.scheduled_lead_learned, ${SETTINGS.scheduled.scheduled_lead_learned.default}::boolean) as scheduled_lead_learned,
      coalesce(settings.scheduled_lead_min, ${SETTINGS.scheduled.scheduled_lead_min.default}::integer) as scheduled_lead_min,
      coalesce(settings.remind_before_min, ${SETTINGS.scheduled.remind_before_min.default}::integer) as remind_before_min
    from companies left join company_settings settings on settings.company_id = companies.id
    where companies.deleted_at is null and ${condition}
    order by companies.name collate "und-x-icu", companies.id
  `.execute(db)
  return rows
}
