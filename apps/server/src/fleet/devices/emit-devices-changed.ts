import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { LogEvent } from '../../platform/db/event-log.ts'

/** Makes the viewers of these companies' phones reload. */
export function devicesChanged(...companyIds: readonly CompanyId[]): LogEvent {
  return { event: 'devices_changed', toCompanies: [...new Set(companyIds)], data: {} }
}
