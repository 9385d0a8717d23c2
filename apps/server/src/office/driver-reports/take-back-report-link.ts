import { DomainError } from '@dispecerat/domain/kernel/errors'
import { asIds, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { deleteReportToken } from './driver-reports.store.ts'

/** Revokes the link, whoever of the company created it. Throws report_token.unknown. */
export async function takeBackReportLink(server: Server, actor: Actor, id: string): Promise<{ ok: true }> {
  return write(server, actor, async (tx) => {
    const link = await deleteReportToken(tx, actor.scope, id)
    if (!link) throw new DomainError('report_token.unknown')
    const [companyId = null] = asIds<CompanyId>(link.companyIds.map(Number))
    const about = { entity: 'user', entityId: link.driverId, companyId, action: 'report_link_ended' }
    await recordAudit(tx, actor, { ...about, before: null, after: null }, server.clock.now())
    return { ok: true as const }
  })
}
