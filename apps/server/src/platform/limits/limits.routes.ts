import type { FastifyInstance } from 'fastify'
import type { Server } from '../lifecycle/server.ts'
import { requireQuota } from './quotas.ts'

/**
 * Counts every exported table for the companies of its rows before it is read; not for administrators of the platform, nor for business
 * accounts, one of which could use up the company's limit.
 */
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
