import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { advanceImport } from './advance-import.ts'
import { claimAbandoned } from './imports.store.ts'

const POLL_INTERVAL_MS = 15_000
/** A portion takes well below a second, so an import without one for this long has lost its process. */
const ABANDONED_AFTER_MS = 30_000

/** Continues imports whose process ended, on this node or another. */
export function startImportJobs(server: Server): { stop(): Promise<void> } {
  return runEvery(server, {
    everyMs: POLL_INTERVAL_MS,
    run: () => continueImports(server),
    failed: 'an import was not continued',
    isAtOnce: true,
  })
}

export async function continueImports(server: Server): Promise<void> {
  const now = server.clock.now()
  for (const id of await claimAbandoned(server.db, new Date(now.getTime() - ABANDONED_AFTER_MS), now)) {
    await advanceImport(server, id).catch((error: unknown) => {
      // The refusal is stored in the row of the import and shown in the list of imports.
      if (!(error instanceof DomainError) && !(error instanceof FieldErrors)) throw error
    })
  }
}
