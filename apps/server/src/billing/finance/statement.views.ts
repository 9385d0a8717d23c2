import type { FinanceRow } from '@dispecerat/contract/billing/finance-history'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { streamRows } from '../../platform/exports/exports.public.ts'
import type { Period } from './finance-period.ts'
import { historyRows, historyView } from './history.views.ts'

/** For one driver; a longer statement should be a spreadsheet. */
const MAX_LINES = 5000

export interface Statement {
  company: { name: string; cui: string | null; address: string | null }
  driver: { name: string | null; identifier: string | null; indicativ: string | null }
  period: Period
  /** The balances before the first line and after the last one, in bani. */
  openingBani: number
  closingBani: number
  /** Oldest first. */
  rows: FinanceRow[]
  isCut: boolean
}

type Head = Statement['driver'] & Statement['company'] & { driverName: string | null; companyId: CompanyId }

/** The account of a driver of the scope over a period; `driver.unknown` for any other. */
export async function readStatement(db: Db, scope: Scope, driverId: DriverId, period: Period): Promise<Statement> {
  const mine = scope.companies === 'every' ? null : [...scope.companies]
  const { rows: heads } = await sql<Head>`
    select users.name as "driverName", users.identifier, cars.indicativ, c.id as "companyId", c.name, c.cui, c.address
    from driver_status s join users on users.id = s.driver_id join companies c on c.id = s.company_id
    left join driver_cars own on own.driver_id = s.driver_id and own.is_default
    left join cars on cars.id = own.car_id and cars.deleted_at is null
    where s.driver_id = ${driverId} and (${mine}::bigint[] is null or s.company_id = any(${mine}::bigint[]))
  `.execute(db)
  const [head] = heads
  if (!head) throw new DomainError('driver.unknown')
  const rows: FinanceRow[] = []
  for await (const row of streamRows(db, historyRows(scope, filterOf(driverId, period)))) {
    if (rows.length > MAX_LINES) break
    rows.push(historyView(row))
  }
  const { name, cui, address, driverName, identifier, indicativ } = head
  const shown = rows.slice(0, MAX_LINES).reverse()
  const openingBani = await balanceBefore(db, { driverId, companyId: head.companyId }, period.from)
  const last = rows[0]
  return {
    company: { name, cui, address },
    driver: { name: driverName, identifier, indicativ },
    period,
    openingBani,
    closingBani: last === undefined ? openingBani : Math.round(last.balance_after * 100),
    rows: shown,
    isCut: rows.length > MAX_LINES,
  }
}

/** The lines of the statement for a file of any length, newest first. */
export function statementRows(scope: Scope, driverId: DriverId, period: Period) {
  return historyRows(scope, filterOf(driverId, period))
}

function filterOf(driverId: DriverId, { from, to }: Period) {
  return { driver_id: driverId, date_from: toWireTime(from), date_to: toWireTime(to) }
}

/** Counts the company where the driver works now; balances with an earlier company belong to that one. */
async function balanceBefore(
  db: Db,
  { driverId, companyId }: { driverId: DriverId; companyId: CompanyId },
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ bani: number }>`
    select balance_after_bani as bani from ledger_entries
    where account = 'driver' and driver_id = ${driverId} and company_id = ${companyId} and created_at < ${at}
    order by id desc limit 1
  `.execute(db)
  return rows[0]?.bani ?? 0
}
