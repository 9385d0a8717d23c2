import type { LedgerCheck } from '@dispecerat/contract/billing/finance'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { limitStatements } from '../../platform/db/limit-statements.ts'

const MAX_SHOWN = 50

interface WrongBalance {
  driver_id: DriverId
  balance_bani: number
  entries_bani: number
}
interface WrongTransaction {
  transaction_id: number
  sum_bani: number
}
export interface Found {
  drivers: number
  transactions: number
  wrongBalances: WrongBalance[]
  wrongTransactions: WrongTransaction[]
}

/**
 * Adds a company's ledger up in one snapshot: balances against entries, and each transaction against zero. Entries of an order with a
 * doubted fare are errors too.
 */
export async function addUp(tx: Tx, companyId: CompanyId): Promise<Found> {
  const { rows } = await sql<Found>`
    with sums as (
      select driver_id, sum(amount_bani)::bigint as bani from ledger_entries
      where account = 'driver' and driver_id in (select driver_id from driver_status where company_id = ${companyId})
      group by driver_id
    ), balances as (
      select s.driver_id, s.balance_bani, coalesce(sums.bani, 0) as entries_bani
      from driver_status s left join sums on sums.driver_id = s.driver_id where s.company_id = ${companyId}
    ), transactions as (
      select t.id as transaction_id, coalesce(sum(e.amount_bani), 0)::bigint as sum_bani, count(e.id) as entries,
        t.order_id = any(array(select id from orders where fare_doubt is not null)) as is_doubted
      from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
      where t.company_id = ${companyId} group by t.id
    )
    select (select count(*)::integer from balances) as drivers,
      (select count(*)::bigint from transactions) as transactions,
      (select coalesce(jsonb_agg(b), '[]') from (
        select * from balances where balance_bani <> entries_bani order by driver_id limit ${MAX_SHOWN}) b) as "wrongBalances",
      (select coalesce(jsonb_agg(w), '[]') from (
        select transaction_id, sum_bani from transactions where sum_bani <> 0 or entries = 0 or is_doubted
        order by transaction_id limit ${MAX_SHOWN}) w) as "wrongTransactions"
  `.execute(tx)
  const [found] = rows
  if (!found) throw new Error('a select without a row')
  return found
}

export async function saveCheck(
  tx: Tx,
  companyId: CompanyId,
  found: Found,
  { day, now }: { day: string; now: Date },
): Promise<void> {
  const columns = {
    checked_at: now,
    drivers: found.drivers,
    transactions: found.transactions,
    wrong_balances: JSON.stringify(found.wrongBalances),
    wrong_transactions: JSON.stringify(found.wrongTransactions),
  }
  await tx
    .insertInto('finance_checks')
    .values({ company_id: companyId, day, ...columns })
    .onConflict((same) => same.columns(['company_id', 'day']).doUpdateSet(columns))
    .execute()
}

/** Companies whose ledger was not added up since `since`. */
export async function unchecked(db: Db, since: Date): Promise<CompanyId[]> {
  const { rows } = await sql<{ id: CompanyId }>`
    select c.id from companies c
    where c.deleted_at is null and exists (select from ledger_transactions t where t.company_id = c.id)
      and not exists (select from finance_checks f where f.company_id = c.id and f.checked_at >= ${since})
    order by c.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** False when another server is adding up this company at the moment. */
export async function claimCheck(tx: Tx, companyId: CompanyId): Promise<boolean> {
  // Adding up a ledger of years takes longer than a request may.
  await limitStatements(tx, 600)
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`ledger check ${companyId}`}, 0)) as mine
  `.execute(tx)
  return rows[0]?.mine === true
}

export async function lastCheck(db: Db, companyId: CompanyId): Promise<LedgerCheck | null> {
  const row = await db
    .selectFrom('finance_checks')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('day', 'desc')
    .executeTakeFirst()
  if (!row) return null
  const balances = row.wrong_balances as WrongBalance[]
  const transactions = row.wrong_transactions as WrongTransaction[]
  return {
    company_id: companyId,
    checked_at: toWireTime(row.checked_at),
    is_right: balances.length + transactions.length === 0,
    drivers: row.drivers,
    transactions: row.transactions,
    wrong_balances: balances.map(({ driver_id, balance_bani, entries_bani }) => ({
      driver_id,
      balance: ronFromBani(balance_bani),
      entries: ronFromBani(entries_bani),
    })),
    wrong_transactions: transactions.map(({ transaction_id, sum_bani }) => ({
      transaction_id,
      sum: ronFromBani(sum_bani),
    })),
  }
}
