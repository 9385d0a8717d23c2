import type { MethodDefinitions } from '@dispecerat/contract/dispatch/search-rules'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { stepsOf } from './check-rules.ts'
import { describeSteps, recordMethodChange } from './record-rule-change.ts'
import { chosenCompanyOf, lockRulesOf } from './rules-company.store.ts'
import { insertMethod } from './search-methods.store.ts'

/** Creates a list of steps that intervals of the company may use. */
export async function createSearchMethod(
  server: Server,
  actor: Actor,
  input: { company_id?: CompanyId | undefined; definitions: MethodDefinitions },
): Promise<{ methodId: number }> {
  return write(server, actor, async (tx) => {
    const [companyId, steps] = await checkAll(
      actor,
      () => chosenCompanyOf(tx, actor, input.company_id),
      () => stepsOf(input.definitions),
    )
    await lockRulesOf(tx, companyId)
    const now = server.clock.now()
    const methodId = await insertMethod(tx, companyId, steps, { userId: actor.userId, now })
    const change = { id: methodId, companyId, action: 'created' }
    await recordMethodChange(tx, actor, { ...change, after: describeSteps(steps) }, now)
    return { methodId }
  })
}
