import type { LogEvent } from '../../platform/db/event-log.ts'

/** Makes the viewers of these companies' phones reload. */
export function devicesChanged(...companyIds: readonly number[]): LogEvent {
  return { event: 'devices_changed', toCompanies: [...new Set(companyIds)], data: {} }
}
