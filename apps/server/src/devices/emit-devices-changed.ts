import type { LoggedEvent } from '../db/event-log.ts'

/** To who looks at the phones of these companies: look again. */
export function devicesChanged(...companyIds: readonly number[]): LoggedEvent {
  return { event: 'devices_changed', toCompanies: [...new Set(companyIds)], data: {} }
}
