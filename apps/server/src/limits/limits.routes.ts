import type { FastifyInstance } from 'fastify'
import type { Server } from '../server.ts'
import { requireQuota } from './quotas.ts'

/**
 * Every table as a file is counted for the companies whose rows it holds, before it is read; administrators of
 * the platform are not, nor business accounts: one of them could use up what the company has. */
export function limitsRoutes(http: FastifyInstance, { db, clock }: Server): void {
  http.addHook('preHandler', async ({ login, routeOptions }) => {
    if (!routeOptions.config.isExport || !login) return
    const { companies, ownUserId } = login.scope
    if (companies === 'every' || ownUserId !== null) return
    await db.transaction().execute(async (tx) => {
      const now = clock.now()
      for (const companyId of companies.toSorted((a, b) => a - b)) {
        await requireQuota(tx, { companyId, kind: 'exports', amount: 1 }, now)
      }
    })
  })
}
