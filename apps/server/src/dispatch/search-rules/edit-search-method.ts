import type { MethodDefinitions } from '@dispecerat/contract/dispatch/search-rules'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { stepsOf } from './check-rules.ts'
import { describeSteps, recordMethodChange } from './record-rule-change.ts'
import { lockMethod, saveMethod } from './search-methods.store.ts'

/** Replaces the steps of all intervals that use the method; running searches keep those they began with. */
export async function editSearchMethod(
  server: Server,
  actor: Actor,
  { methodId, version }: { methodId: number; version: ReadVersion },
  definitions: MethodDefinitions,
): Promise<{ methodId: number }> {
  const steps = stepsOf(definitions)
  return write(server, actor, async (tx) => {
    const method = await lockMethod(tx, actor.scope, methodId)
    const now = server.clock.now()
    requireFresh(version, method, 'search_rules.changed_meanwhile')
    const { companyId } = method
    await saveMethod(tx, methodId, steps, { userId: actor.userId, now })
    const change = { id: methodId, companyId, action: 'changed' }
    const audit = { before: describeSteps(method.steps), after: describeSteps(steps) }
    await recordMethodChange(tx, actor, { ...change, ...audit }, now)
    return { methodId }
  })
}
