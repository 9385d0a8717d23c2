import type { LoggedEvent } from '../db/event-log.ts'

/** To who looks at a company's cars: look again. */
export function carsChanged(companyId: number): LoggedEvent {
  return { event: 'cars_changed', toCompanies: [companyId], data: {} }
}
