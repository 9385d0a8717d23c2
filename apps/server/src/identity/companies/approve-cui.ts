import { DomainError } from '@dispecerat/domain/kernel/errors'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { deleteVerifiedCui, saveVerifiedCui, verifiedCui } from './company-cuis.store.ts'
import { lockCompany } from './company-profile.store.ts'

interface CompanyRef {
  companyId: number
}

/** Approves a CUI as the company's own. Throws company.unknown, company.cui_taken. */
export function approveCui(server: Server, actor: Actor, companyId: number, cui: string): Promise<CompanyRef> {
  return write(server, actor, async (tx) => {
    await lockCompany(tx, actor.scope, companyId)
    const before = await verifiedCui(tx, companyId)
    if (before === cui) return { companyId }
    const now = server.clock.now()
    const isSaved = await saveVerifiedCui(tx, { companyId, cui }, { userId: actor.userId, now })
    if (!isSaved) throw new DomainError('company.cui_taken')
    await publish(tx, actor, { companyId, before, after: cui }, now)
    return { companyId }
  })
}

/** Withdraws the approval. Issued invoices stay; queued filings stop. Throws company.unknown, company.no_cui. */
export function withdrawCui(server: Server, actor: Actor, companyId: number): Promise<CompanyRef> {
  return write(server, actor, async (tx) => {
    await lockCompany(tx, actor.scope, companyId)
    const before = await verifiedCui(tx, companyId)
    if (!(await deleteVerifiedCui(tx, companyId))) throw new DomainError('company.no_cui')
    await publish(tx, actor, { companyId, before, after: null }, server.clock.now())
    return { companyId }
  })
}

async function publish(
  tx: Tx,
  actor: Actor,
  { companyId, before, after }: { companyId: number; before: string | null; after: string | null },
  now: Date,
): Promise<void> {
  const about = { entity: 'company', entityId: companyId, companyId, action: 'changed' }
  const change = { ...about, before: { verified_cui: before }, after: { verified_cui: after } }
  await recordAudit(tx, actor, change, now)
  await record(
    tx,
    [{ event: 'company_settings_changed', toCompanies: [companyId], data: { company_id: companyId } }],
    now,
  )
}
