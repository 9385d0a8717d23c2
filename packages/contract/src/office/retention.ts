import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { CompanyIdText } from '../kernel/ids.ts'
import { Id, WireTime } from '../kernel/wire.ts'

export const RETAINED = [
  'recordings',
  'trails',
  'calls',
  'client_errors',
  'changes',
  'letters',
  'messages',
  'broadcasts',
  'incidents',
  'block_reasons',
] as const

export const RetentionRun = z.object({
  id: Id,
  ran_at: WireTime,
  kind: z.enum(RETAINED),
  /** Rows older than this were removed. */
  older_than: WireTime,
  removed: z.number().int(),
})
export type RetentionRun = z.infer<typeof RetentionRun>

export const listRetentionRuns = endpoint({
  method: 'GET',
  path: '/api/retention-runs',
  does: 'What the last nights removed of a company’s old data, newest first.',
  area: 'companies',
  may: 'company_settings.edit',
  query: z.object({ company_id: CompanyIdText.optional() }),
  reply: z.object({ data: z.array(RetentionRun) }),
  errors: ['company.unknown'],
})
