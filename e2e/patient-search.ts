import { createSearchInterval } from '@dispecerat/contract/search-rules'
import type { ApiClient } from './api-client.ts'

/** Longer than any test looks at one offer. */
const SECONDS = 600

/**
 * From now on the manager's company asks at every hour everybody around in one long step: what rings goes on ringing, and who
 * is being looked for stays looked for, however long a busy machine takes to draw it. Another company's rules: as admin@, with its id.
 */
export async function searchesPatiently(manager: ApiClient, companyId?: number): Promise<void> {
  const step = { search_type: 'by_radius' as const, search_time: SECONDS, search_limit: 7000 }
  const company = companyId === undefined ? {} : { company_id: companyId }
  const body = { type: 'weekdays' as const, position: 1, definitions: { items: [step] }, ...company }
  await manager.request(createSearchInterval, { body })
}
