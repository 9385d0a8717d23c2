import type { DriverBalance, listBalances } from '@dispecerat/contract/billing/finance'
import type { QueryOf } from '@dispecerat/contract/kernel/endpoint'
import type { CompanyId, DriverId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'

type Filter = Omit<QueryOf<typeof listBalances>, 'page' | 'per_page'>

interface Row {
  driver_id: DriverId
  identifier: string | null
  name: string | null
  indicativ: string | null
  company_id: CompanyId
  company_name: string
  balance_bani: number
  limit_bani: number
  is_low: boolean
  can_work: boolean
  last_move_at: Date | null
}

/** A page of drivers and their balances. */
export async function balancePage(
  db: Db,
  scope: Scope,
  filter: Filter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{
  data: DriverBalance[]
  meta: { total: number; total_is_capped: boolean; page: number; per_page: number }
}> {
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`${balanceRows(scope, filter)} limit ${perPage} offset ${(page - 1) * perPage}`.execute(db),
    sql<{ n: number }>`select count(*)::integer as n from (${balanceRows(scope, filter)}) as counted`.execute(db),
  ])
  const total = counted.rows[0]?.n ?? 0
  return { data: rows.map(balanceView), meta: { total, total_is_capped: false, page, per_page: perPage } }
}

/** All rows of the filter, in its order, for a file. */
export function balanceRows({ companies }: Scope, filter: Filter): RawBuilder<Row> {
  const mine = companies === 'every' ? null : [...companies]
  const min = sql`settings.min_balance_to_work_bani`
  const only = {
    negative: sql`status.balance_bani < 0`,
    low: sql`status.balance_bani < terms.low_balance_warning_bani`,
    cannot_work: sql`status.balance_bani < ${min}`,
  }
  const where = [
    sql`users.deleted_at is null`,
    sql`(${mine}::bigint[] is null or status.company_id = any(${mine}::bigint[]))`,
    ...(filter.company_id === undefined ? [] : [sql`status.company_id = ${filter.company_id}`]),
    ...(filter.driver_id === undefined ? [] : [sql`status.driver_id = ${filter.driver_id}`]),
    ...(filter.only === undefined ? [] : [only[filter.only]]),
    ...searchTerms(filter.search),
  ]
  return sql<Row>`
    select status.driver_id, users.identifier, users.name, cars.indicativ, status.company_id,
      companies.name as company_name, status.balance_bani, coalesce(terms.allow_negative_limit_bani, 0) as limit_bani,
      coalesce(status.balance_bani < terms.low_balance_warning_bani, false) as is_low,
      coalesce(status.balance_bani >= ${min}, true) as can_work,
      (select e.created_at from ledger_entries e where e.account = 'driver' and e.driver_id = status.driver_id and e.company_id = status.company_id
        order by e.id desc limit 1) as last_move_at
    from driver_status as status
    join users on users.id = status.driver_id
    join companies on companies.id = status.company_id
    left join driver_cars own on own.driver_id = status.driver_id and own.is_default
    left join cars on cars.id = coalesce(status.current_car_id, own.car_id) and cars.deleted_at is null
    left join company_settings settings on settings.company_id = status.company_id
    left join finance_settings terms on terms.company_id = status.company_id
    where ${sql.join(where, sql` and `)}
    order by ${ORDER[filter.sort]}, status.driver_id
  `
}

const ORDER: Record<Filter['sort'], RawBuilder<unknown>> = {
  name: sql`search_fold(users.name) nulls last`,
  '-name': sql`search_fold(users.name) desc nulls last`,
  indicativ: sql`length(cars.indicativ) nulls last, cars.indicativ`,
  '-indicativ': sql`length(cars.indicativ) desc nulls last, cars.indicativ desc`,
  balance: sql`status.balance_bani`,
  '-balance': sql`status.balance_bani desc`,
}

/** Each term is searched in the name, the short code and the call sign. */
function searchTerms(search = ''): RawBuilder<unknown>[] {
  return search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
      return sql`(search_fold(users.name) like search_fold(${like}) or users.identifier ilike ${like}
        or cars.indicativ ilike ${like})`
    })
}

export function balanceView(row: Row): DriverBalance {
  const { balance_bani, limit_bani, last_move_at, ...rest } = row
  return {
    ...rest,
    balance: ronFromBani(balance_bani),
    may_withdraw: ronFromBani(Math.max(0, balance_bani + limit_bani)),
    last_move_at: last_move_at === null ? null : toWireTime(last_move_at),
  }
}
