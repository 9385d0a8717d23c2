import { createSearchInterval } from '@dispecerat/contract/dispatch/search-rules'
import type { ApiClient } from './api-client.ts'

/** Longer than any test needs one offer. */
const SECONDS = 600

/**
 * Sets one long search step for the manager's company at every hour: all drivers around get an offer that does not expire, and
 * searches continue, however long a busy machine takes to draw them. For another company's rules: as admin@, with its id.
 */
export async function searchesPatiently(manager: ApiClient, companyId?: number): Promise<void> {
  const step = { search_type: 'by_radius' as const, search_time: SECONDS, search_limit: 7000 }
  const company = companyId === undefined ? {} : { company_id: companyId }
  const body = { type: 'weekdays' as const, position: 1, definitions: { items: [step] }, ...company }
  await manager.request(createSearchInterval, { body })
}
