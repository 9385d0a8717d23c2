import type { Db } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import { demoPasswordHash } from '../seed/demo-password.ts'
import { demoCompanyId, insertFleetAccounts } from './fleet-accounts.store.ts'

/** Simulated drivers for load tests, only in the demo's taxi company. Returns how many are new. */
export async function makeFleetAccounts({ db, clock }: { db: Db; clock: Clock }, count: number): Promise<number> {
  const passwordHash = await demoPasswordHash()
  return db.transaction().execute(async (tx) => {
    const companyId = await demoCompanyId(tx)
    if (companyId === null)
      throw new Error('this database holds no demo company; simulated drivers are made only there')
    return insertFleetAccounts(tx, { companyId, count, passwordHash, now: clock.now() })
  })
}
