import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { deleteVerifiedCui, saveVerifiedCui, verifiedCui } from './company-cuis.store.ts'
import { lockCompany } from './company-profile.store.ts'
import { recordCompanyChange } from './record-company-change.ts'

interface CompanyRef {
  companyId: CompanyId
}

/** Approves a CUI as the company's own. Throws company.unknown, company.cui_taken. */
export function approveCui(server: Server, actor: Actor, companyId: CompanyId, cui: string): Promise<CompanyRef> {
  return write(server, actor, async (tx) => {
    await lockCompany(tx, actor.scope, companyId)
    const before = await verifiedCui(tx, companyId)
    if (before === cui) return { companyId }
    const now = server.clock.now()
    const isSaved = await saveVerifiedCui(tx, { companyId, cui }, { userId: actor.userId, now })
    if (!isSaved) throw new DomainError('company.cui_taken')
    await recordCompanyChange(tx, actor, cuiChanged(companyId, before, cui), now)
    return { companyId }
  })
}

/** Withdraws the approval. Issued invoices stay; queued filings stop. Throws company.unknown, company.no_cui. */
export function withdrawCui(server: Server, actor: Actor, companyId: CompanyId): Promise<CompanyRef> {
  return write(server, actor, async (tx) => {
    await lockCompany(tx, actor.scope, companyId)
    const before = await verifiedCui(tx, companyId)
    if (!(await deleteVerifiedCui(tx, companyId))) throw new DomainError('company.no_cui')
    await recordCompanyChange(tx, actor, cuiChanged(companyId, before, null), server.clock.now())
    return { companyId }
  })
}

function cuiChanged(companyId: CompanyId, before: string | null, after: string | null) {
  const sides = { before: { verified_cui: before }, after: { verified_cui: after } }
  return { id: companyId, companyId, action: 'changed', ...sides }
}
