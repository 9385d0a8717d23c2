import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { advanceImport } from './advance-import.ts'
import { beginStop, lockImportOf } from './imports.store.ts'

/** Stops a running import and removes what it prepared. Throws `import.unknown`, and `import.ended` when it is over. */
export async function stopImport(server: Server, actor: Actor, id: number): Promise<void> {
  await write(server, actor, async (tx) => {
    const found = await lockImportOf(tx, actor.scope, id)
    if (!found) throw new DomainError('import.unknown')
    if (found.state === 'stopping') return
    if (found.state !== 'running') throw new DomainError('import.ended')
    await beginStop(tx, id, { by: actor.userId, refusal: null, now: server.clock.now() })
  })
  await advanceImport(server, id).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'import.stopped') throw error
  })
}
