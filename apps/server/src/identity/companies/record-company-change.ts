import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { audited } from '../../platform/audit/audit.public.ts'
import type { LogEvent } from '../../platform/db/event-log.ts'

/** Changes of a company's own row: its `id` is the `companyId`. */
export const recordCompanyChange = audited({ entity: 'company', listEvent: companySettingsChanged })

/** Makes consoles and nodes reload the company's settings. */
export function companySettingsChanged(companyId: CompanyId): LogEvent {
  return { event: 'company_settings_changed', toCompanies: [companyId], data: { company_id: companyId } }
}
