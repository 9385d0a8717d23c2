import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { LogEvent } from '../../platform/db/event-log.ts'

/** Makes the viewers of a company's cars reload. */
export function carsChanged(companyId: CompanyId): LogEvent {
  return { event: 'cars_changed', toCompanies: [companyId], data: {} }
}
