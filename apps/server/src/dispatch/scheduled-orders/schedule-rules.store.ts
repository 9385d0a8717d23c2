import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'

export interface ScheduleRuleChange {
  isLeadLearned: boolean | undefined
  leadMinutes: number | undefined
  remindBeforeMinutes: number | undefined
}

export async function saveScheduleRules(tx: Tx, companyId: CompanyId, change: ScheduleRuleChange): Promise<void> {
  const { isLeadLearned, leadMinutes, remindBeforeMinutes } = change
  const columns = {
    ...(isLeadLearned === undefined ? {} : { scheduled_lead_learned: isLeadLearned }),
    ...(leadMinutes === undefined ? {} : { scheduled_lead_min: leadMinutes }),
    ...(remindBeforeMinutes === undefined ? {} : { remind_before_min: remindBeforeMinutes }),
  }
  if (Object.keys(columns).length === 0) return
  await tx
    .insertInto('company_settings')
    .values({ company_id: companyId, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('company_id')
        .doUpdateSet((eb) => ({ ...columns, version: eb('company_settings.version', '+', 1) })),
    )
    .execute()
}
