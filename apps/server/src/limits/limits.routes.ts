import type { FastifyInstance } from 'fastify'
import type { Server } from '../server.ts'
import { requireQuota } from './quotas.ts'

/** Every table as a file is counted for the companies whose rows it holds, before it is read; administrators of the platform are not. */
export function limitsRoutes(http: FastifyInstance, { db, clock }: Server): void {
  http.addHook('preHandler', async ({ login, routeOptions }) => {
    const companies = login?.scope.companies ?? 'every'
    if (!routeOptions.config.isExport || companies === 'every') return
    await db.transaction().execute(async (tx) => {
      const now = clock.now()
      for (const companyId of companies.toSorted((a, b) => a - b)) {
        await requireQuota(tx, { companyId, kind: 'exports', amount: 1 }, now)
      }
    })
  })
}
