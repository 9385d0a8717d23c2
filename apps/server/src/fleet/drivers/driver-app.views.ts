import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface BalanceView {
  balance: number
  min_balance_to_work: number | null
  is_enough: boolean
}

/** The driver's balance and the company's minimum, in RON. */
export async function balanceView(db: Db, driverId: DriverId): Promise<BalanceView> {
  const { rows } = await sql<{ balanceBani: number; minBani: number | null }>`
    select status.balance_bani as "balanceBani", settings.min_balance_to_work_bani as "minBani"
    from driver_status as status
    left join company_settings as settings on settings.company_id = status.company_id
    where status.driver_id = ${driverId}
  `.execute(db)
  const [row] = rows
  if (!row) throw new DomainError('driver.unknown')
  const { balanceBani, minBani } = row
  return {
    balance: balanceBani / 100,
    min_balance_to_work: minBani === null ? null : minBani / 100,
    is_enough: minBani === null || balanceBani >= minBani,
  }
}
