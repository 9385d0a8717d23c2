import type { MethodDefinitions } from '@dispecerat/contract/search-rules'
import type { Caller } from '../db/caller.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { checkVersion, type ReadVersion, stepsOf } from './check-rules.ts'
import { keepChange } from './rule-changes.store.ts'
import { lockMethod, saveMethod } from './search-methods.store.ts'
import { tellChanged } from './tell-changed.ts'

/** Other steps for every interval that points to the method; searches under way keep those they began with. */
export async function editSearchMethod(
  server: Server,
  caller: Caller,
  { methodId, version }: { methodId: number; version: ReadVersion },
  definitions: MethodDefinitions,
): Promise<{ methodId: number }> {
  const steps = stepsOf(definitions)
  return write(server, caller, async (tx) => {
    const method = await lockMethod(tx, caller.scope, methodId)
    const now = server.clock.now()
    checkVersion(method, version)
    const { companyId } = method
    await saveMethod(tx, methodId, steps, { userId: caller.userId, now })
    const change = { companyId, subject: 'method', subjectId: methodId, action: 'changed' } as const
    await keepChange(tx, caller, { ...change, before: method.steps, after: steps }, now)
    await tellChanged(tx, companyId, now)
    return { methodId }
  })
}
