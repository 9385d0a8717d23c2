import type { FirstSteps } from '@dispecerat/contract/identity/first-steps'
import { FIRST_STEPS, type FirstStep } from '@dispecerat/domain/identity/company'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { lockCompany } from './company-profile.store.ts'
import { beginningsOf, saveSkip } from './first-steps.store.ts'

/** Throws company.unknown for another tenant's. */
export async function firstStepsView(db: Db, { companies }: Scope, companyId: CompanyId): Promise<FirstSteps> {
  const isMine = companies === 'every' || companies.includes(companyId)
  const has = isMine ? await beginningsOf(db, companyId) : undefined
  if (!has) throw new DomainError('company.unknown')
  const steps = FIRST_STEPS.map((step) => ({
    step,
    state: has[step] ? ('done' as const) : has.skipped.includes(step) ? ('skipped' as const) : ('open' as const),
  }))
  return { company_id: companyId, is_offered: has.isOnTrial && steps.some(({ state }) => state === 'open'), steps }
}

/** Skips a step, or resumes it; a completed step stays completed. */
export function skipFirstStep(
  server: Server,
  actor: Actor,
  input: { companyId: CompanyId; step: FirstStep; isSkipped: boolean },
): Promise<{ companyId: CompanyId }> {
  return write(server, actor, async (tx) => {
    const { companyId, step, isSkipped } = input
    await lockCompany(tx, actor.scope, companyId)
    const now = server.clock.now()
    await saveSkip(tx, input, now)
    const after = { [`first_step_${step}`]: isSkipped ? 'skipped' : 'open' }
    const about = { entity: 'company', entityId: companyId, companyId, action: 'changed' }
    await recordAudit(tx, actor, { ...about, before: null, after }, now)
    return { companyId }
  })
}
