import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { VersionedRecord } from '../../platform/records/versioned-record.ts'
import { countTemplates, insertTemplate, lockTemplate, saveTemplate, setTemplateDeleted } from './templates.store.ts'

const MAX_TEMPLATES = 50

const templates = new VersionedRecord({
  entity: 'message_template',
  unknown: 'message_template.unknown',
  conflict: 'message_template.changed_meanwhile',
  lock: lockTemplate,
  save: saveTemplate,
  setDeleted: setTemplateDeleted,
  auditFields: ({ text }) => ({ text }),
  auditDeletion: (_row, deletedAt) => ({ action: deletedAt ? 'deleted' : 'restored' }),
})

/** Creates a quick reply of a company. Throws company.unknown, message_template.too_many. */
export function createTemplate(
  server: Server,
  actor: Actor,
  input: { company_id?: CompanyId | undefined; text: string },
) {
  return templates.create(server, actor, async (tx, now) => {
    const companyId = await chosenCompany(tx, actor.scope, input.company_id)
    await requireFreeSlot(tx, companyId)
    const { text } = input
    return { id: await insertTemplate(tx, companyId, text, now), companyId, fields: { text } }
  })
}

/** Changes the text. Throws message_template.unknown, message_template.changed_meanwhile. */
export function editTemplate(
  server: Server,
  actor: Actor,
  id: number,
  { text, version }: { text: string; version: ReadVersion },
) {
  return templates.edit(server, actor, id, { version, to: () => ({ text }) })
}

/** Soft delete; `restoreTemplate` undoes it. */
export function deleteTemplate(server: Server, actor: Actor, id: number) {
  return templates.delete(server, actor, id)
}

/** Throws message_template.too_many. */
export function restoreTemplate(server: Server, actor: Actor, id: number) {
  return templates.restore(server, actor, id, { before: (tx, { companyId }) => requireFreeSlot(tx, companyId) })
}

async function requireFreeSlot(tx: Tx, companyId: CompanyId): Promise<void> {
  if ((await countTemplates(tx, companyId)) >= MAX_TEMPLATES) throw new DomainError('message_template.too_many')
}
