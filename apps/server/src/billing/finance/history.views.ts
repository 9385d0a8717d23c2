import type { FinanceMove, FinanceRow, listFinanceHistory } from '@dispecerat/contract/billing/finance-history'
import type { QueryOf } from '@dispecerat/contract/kernel/endpoint'
import { mayBeReversed } from '@dispecerat/domain/billing/ledger'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { fromWireTime, toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'

type Filter = Omit<QueryOf<typeof listFinanceHistory>, 'page' | 'per_page'>
type Money = 'amount' | 'balance_after' | 'bonus_percent' | 'paid_amount'

interface Row extends Omit<FinanceRow, Money | 'created_at' | 'may_be_reversed'> {
  amount_bani: number
  balance_after_bani: number
  bonus_hundredths: number | null
  paid_bani: number | null
  created_at: Date
}

const MAX_COUNTED = 10_000

/** Lines of drivers' accounts, newest first. */
export async function historyPage(
  db: Db,
  scope: Scope,
  filter: Filter,
  { page, perPage }: { page: number; perPage: number },
) {
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`${lines(sql`
      select * from ledger_entries e where ${entriesOf(scope, filter)}
      order by e.id desc limit ${perPage} offset ${(page - 1) * perPage}`)}`.execute(db),
    sql<{ n: number }>`select count(*)::integer as n from (
      select from ledger_entries e where ${entriesOf(scope, filter)} limit ${MAX_COUNTED + 1}) as counted`.execute(db),
  ])
  const n = counted.rows[0]?.n ?? 0
  const meta = { total: Math.min(n, MAX_COUNTED), total_is_capped: n > MAX_COUNTED, page, per_page: perPage }
  return { data: rows.map(historyView), meta }
}

/** All lines of the filter, for a file. */
export function historyRows(scope: Scope, filter: Filter): RawBuilder<Row> {
  return lines(sql`select * from ledger_entries e where ${entriesOf(scope, filter)}`)
}

/** A movement that was just written, or `ledger.unknown`. */
export async function moveView(db: Db, transactionId: number): Promise<FinanceMove> {
  const { rows } = await sql<Row>`${lines(sql`
    select * from ledger_entries e where e.transaction_id = ${transactionId} and e.account = 'driver'`)}`.execute(db)
  if (rows.length === 0) throw new DomainError('ledger.unknown')
  return { transaction_id: transactionId, rows: rows.map(historyView).reverse() }
}

function entriesOf({ companies }: Scope, filter: Filter): RawBuilder<unknown> {
  const mine = companies === 'every' ? null : [...companies]
  const { company_id, driver_id, order_id, type, date_from, date_to } = filter
  const whenDefined = <T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>) =>
    value === undefined ? [] : [condition(value)]
  const where = [
    sql`e.account = 'driver'`,
    ...(mine === null ? [] : [sql`e.company_id = any(${mine}::bigint[])`]),
    ...whenDefined(company_id, (id) => sql`e.company_id = ${id}`),
    ...whenDefined(driver_id, (id) => sql`e.driver_id = ${id}`),
    ...whenDefined(
      order_id,
      (id) => sql`e.transaction_id in (select t.id from ledger_transactions t where t.order_id = ${id})`,
    ),
    ...whenDefined(type, (wanted) => sql`e.type = ${wanted}`),
    ...whenDefined(date_from, (at) => sql`e.created_at >= ${fromWireTime(at)}`),
    ...whenDefined(date_to, (at) => sql`e.created_at < ${fromWireTime(at)}`),
  ]
  return sql.join(where, sql` and `)
}

function lines(entries: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select e.id, e.transaction_id, e.company_id, e.driver_id, driver.name as driver_name,
      driver.identifier as driver_identifier, cars.indicativ, e.type, t.kind, e.amount_bani, e.balance_after_bani,
      t.order_id, other.driver_id as counterparty_driver_id, other.name as counterparty_name, t.bonus_hundredths,
      t.paid_bani, t.method, t.note, t.created_by, author.name as created_by_name, e.created_at, t.reverses_id,
      undone.id as reversed_by_id
    from (${entries}) as e
    join ledger_transactions t on t.id = e.transaction_id
    join users driver on driver.id = e.driver_id
    left join driver_cars own on own.driver_id = e.driver_id and own.is_default
    left join cars on cars.id = own.car_id and cars.deleted_at is null
    left join users author on author.id = t.created_by
    left join ledger_transactions undone on undone.reverses_id = t.id
    left join lateral (
      select o.driver_id, u.name from ledger_entries o join users u on u.id = o.driver_id
      where o.transaction_id = e.transaction_id and o.account = 'driver' and o.driver_id <> e.driver_id limit 1
    ) as other on true
    order by e.id desc
  `
}

export function historyView(row: Row): FinanceRow {
  const { amount_bani, balance_after_bani, bonus_hundredths, paid_bani, created_at, ...rest } = row
  return {
    ...rest,
    amount: ronFromBani(amount_bani),
    balance_after: ronFromBani(balance_after_bani),
    bonus_percent: bonus_hundredths === null ? null : bonus_hundredths / 100,
    paid_amount: paid_bani === null ? null : ronFromBani(paid_bani),
    created_at: toWireTime(created_at),
    may_be_reversed: mayBeReversed(row.kind) && row.reversed_by_id === null,
  }
}
