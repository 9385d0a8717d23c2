// Apart from accounts.jobs.ts: a use case.

import type { Server } from '../../platform/lifecycle/server.ts'
import { emitSessionsEnded } from './revoke-session.ts'
import { revokeExpiredSessions } from './sessions.store.ts'

const SESSIONS_AT_ONCE = 200

/** Closes expired sessions like any other, so that whatever was issued in them is revoked too. */
export async function closeExpiredSessions(
  server: Pick<Server, 'db' | 'clock' | 'domainEvents' | 'committed'>,
): Promise<void> {
  const { db, clock, domainEvents } = server
  for (;;) {
    const now = clock.now()
    const count = await db.transaction().execute(async (tx) => {
      const closed = await revokeExpiredSessions(tx, now, SESSIONS_AT_ONCE)
      for (const userId of new Set(closed.map((one) => one.userId))) {
        const own = closed.filter((one) => one.userId === userId).map(({ tokenId }) => tokenId)
        await emitSessionsEnded(tx, domainEvents, { userId, closed: own, now })
      }
      return closed.length
    })
    if (count > 0) server.committed()
    if (count < SESSIONS_AT_ONCE) return
  }
}
