import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { addUp, claimCheck, saveCheck } from './finance-checks.store.ts'

/** Adds up a company's ledger and stores the result; a difference raises an alarm in the company's consoles. */
export async function checkLedger(server: Server, companyId: CompanyId): Promise<void> {
  await write(server, SYSTEM, async (tx) => {
    if (await claimCheck(tx, companyId)) await check(tx, server, companyId)
  })
}

async function check(tx: Tx, server: Server, companyId: CompanyId): Promise<void> {
  const found = await addUp(tx, companyId)
  const now = server.clock.now()
  await saveCheck(tx, companyId, found, { day: bucharestDay(now), now })
  const differences = found.wrongBalances.length + found.wrongTransactions.length
  if (differences === 0) return
  server.log.error({ company_id: companyId, differences }, 'the ledger does not add up')
  await record(
    tx,
    [{ event: 'ledger_alarm', toCompanies: [companyId], data: { company_id: companyId, differences } }],
    now,
  )
}
