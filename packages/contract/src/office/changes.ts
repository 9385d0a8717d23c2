import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { exportQuery, TableFile } from '../kernel/exports.ts'
import { CompanyIdText, UserIdText } from '../kernel/ids.ts'
import { Id, IdText, textUpTo, WireTime, WireTimeIn } from '../kernel/wire.ts'

/** One change of one row: only the fields that differ, before and after. */
export const Change = z.object({
  id: Id,
  happened_at: WireTime,
  entity: z.string(),
  entity_id: Id,
  /** Name of the row; null: it has none. */
  entity_name: z.string().nullable(),
  /** created, changed, deleted, restored, or an action of the entity's own. */
  action: z.string(),
  /** null: changed by the system. */
  user: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  /** Names replace ids. */
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})
export type Change = z.infer<typeof Change>

const filters = {
  entity: textUpTo(40).optional(),
  entity_id: IdText.optional(),
  company_id: CompanyIdText.optional(),
  /** User who made the change. */
  user_id: UserIdText.optional(),
  /** [from, to) */
  from: WireTimeIn.optional(),
  to: WireTimeIn.optional(),
}

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/changes',
  does: 'Who changed what in my companies, newest first; of one kind of row or of one row.',
  area: 'changes',
  may: 'changes.read',
  query: z.object({
    ...filters,
    /** Only changes older than this one. */
    before: IdText.optional(),
    per_page: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({ data: z.array(Change), has_more: z.boolean() }),
})

export const exportChanges = endpoint({
  method: 'GET',
  path: '/api/changes/export',
  does: 'The same as a file, a line for each field that changed.',
  area: 'changes',
  may: 'changes.read',
  query: z.object({ ...filters, ...exportQuery }),
  reply: TableFile,
})
