import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { countTemplates, insertTemplate, lockTemplate, saveTemplate, type TemplateRow } from './templates.store.ts'

const MAX_TEMPLATES = 50
const entity = 'message_template'

interface TemplateId {
  templateId: number
}

/** Creates a quick reply of a company. Throws company.unknown, message_template.too_many. */
export async function createTemplate(
  server: Server,
  actor: Actor,
  input: { company_id?: CompanyId | undefined; text: string },
): Promise<TemplateId> {
  return write(server, actor, async (tx) => {
    const companyId = await chosenCompany(tx, actor.scope, input.company_id)
    await requireFreeSlot(tx, companyId)
    const now = server.clock.now()
    const templateId = await insertTemplate(tx, companyId, input.text, now)
    const about = { entity, entityId: templateId, companyId, action: 'created' }
    await recordAudit(tx, actor, { ...about, before: null, after: { text: input.text } }, now)
    return { templateId }
  })
}

/** Changes the text. Throws message_template.unknown, message_template.changed_meanwhile. */
export async function editTemplate(
  server: Server,
  actor: Actor,
  id: number,
  { text, version }: { text: string; version: ReadVersion },
): Promise<TemplateId> {
  return change(server, actor, id, { wasDeleted: false, action: 'changed', version, to: () => ({ text }) })
}

/** Soft delete; `restoreTemplate` undoes it. */
export async function deleteTemplate(server: Server, actor: Actor, id: number): Promise<TemplateId> {
  return change(server, actor, id, { wasDeleted: false, action: 'deleted', to: (now) => ({ deleted_at: now }) })
}

export async function restoreTemplate(server: Server, actor: Actor, id: number): Promise<TemplateId> {
  return change(server, actor, id, { wasDeleted: true, action: 'restored', to: () => ({ deleted_at: null }) })
}

async function change(
  server: Server,
  actor: Actor,
  id: number,
  edit: {
    wasDeleted: boolean
    action: string
    version?: ReadVersion
    to: (now: Date) => Partial<Pick<TemplateRow, 'text' | 'deleted_at'>>
  },
): Promise<TemplateId> {
  return write(server, actor, async (tx) => {
    const row = await lockTemplate(tx, actor.scope, id)
    if (!row || (row.deleted_at !== null) !== edit.wasDeleted) throw new DomainError('message_template.unknown')
    requireFresh(edit.version, row, 'message_template.changed_meanwhile')
    if (edit.wasDeleted) await requireFreeSlot(tx, row.company_id)
    const now = server.clock.now()
    const to = edit.to(now)
    await saveTemplate(tx, id, to)
    const about = { entity, entityId: id, companyId: row.company_id, action: edit.action }
    await recordAudit(tx, actor, { ...about, before: { text: row.text }, after: { text: to.text ?? row.text } }, now)
    return { templateId: id }
  })
}

async function requireFreeSlot(tx: Tx, companyId: CompanyId): Promise<void> {
  if ((await countTemplates(tx, companyId)) >= MAX_TEMPLATES) throw new DomainError('message_template.too_many')
}
