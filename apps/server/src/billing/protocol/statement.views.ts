import type { Statement, StatementOrder } from '@dispecerat/contract/billing/statements'
import { monthDays } from '@dispecerat/domain/billing/invoice'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { invoicesOfMonth } from '../invoices/invoices.views.ts'

const MAX_ORDERS = 1000

/** The account of the statement. */
export interface StatementAccount {
  accountId: UserId
  accountName: string | null
  companyId: CompanyId
  companyName: string
}

interface OrderRow extends Omit<StatementOrder, 'finished_at' | 'cost' | 'discount' | 'charged'> {
  finished_at: Date
  cost_bani: number
  discount_bani: number
  charged_bani: number
}

/** The contract of an account of the scope; an account itself sees its own. `contract.unknown`. */
export async function contractOf(db: Db | Tx, scope: Scope, accountId: UserId): Promise<StatementAccount> {
  const mine = scope.companies === 'every' ? null : [...scope.companies]
  const { rows } = await sql<StatementAccount>`
    select u.id as "accountId", u.name as "accountName", c.id as "companyId", c.name as "companyName"
    from protocol_companies p join users u on u.id = p.user_id join companies c on c.id = p.company_id
    where p.user_id = ${accountId} and u.deleted_at is null
      and (${mine}::bigint[] is null or p.company_id = any(${mine}::bigint[]))
      and (${scope.ownUserId}::bigint is null or p.user_id = ${scope.ownUserId})
  `.execute(db)
  if (!rows[0]) throw new DomainError('contract.unknown')
  return rows[0]
}

export async function statementOf(db: Db, account: StatementAccount, month: string, now: Date): Promise<Statement> {
  const [{ rows }, totals, invoices] = await Promise.all([
    sql<OrderRow>`${statementRows(account, month)} limit ${MAX_ORDERS + 1}`.execute(db),
    totalsOf(db, account, month),
    invoicesOfMonth(db, account.accountId, month, bucharestDay(now)),
  ])
  return {
    account: { id: account.accountId, name: account.accountName },
    company: { id: account.companyId, name: account.companyName },
    month,
    orders: rows.slice(0, MAX_ORDERS).map(statementOrder),
    is_cut: rows.length > MAX_ORDERS,
    totals,
    invoices,
  }
}

/** Every order of the month, oldest first, to be streamed. */
export function statementRows(account: StatementAccount, month: string): RawBuilder<OrderRow> {
  return sql<OrderRow>`
    select o.id as order_id, o.order_no, o.trip_finished_at as finished_at, o.address as pickup,
      (select p.name from order_places p where p.order_id = o.id and p.position > 0 order by p.position desc limit 1) as destination,
      o.name as passenger, s.name as service, coalesce(o.cost_bani, 0) as cost_bani,
      coalesce(o.discount_amount_bani, 0) as discount_bani, coalesce(o.discounted_cost_bani, o.cost_bani, 0) as charged_bani
    from orders o join services s on s.id = o.service_id
    where ${drivenIn(account, month)} order by o.trip_finished_at, o.id
  `
}

export function statementOrder(row: OrderRow): StatementOrder {
  const { cost_bani, discount_bani, charged_bani, finished_at, ...order } = row
  return {
    ...order,
    finished_at: toWireTime(finished_at),
    cost: ronFromBani(cost_bani),
    discount: ronFromBani(discount_bani),
    charged: ronFromBani(charged_bani),
  }
}

async function totalsOf(db: Db, account: StatementAccount, month: string): Promise<Statement['totals']> {
  const { rows } = await sql<Record<'orders' | 'cost' | 'discount' | 'charged' | 'not_invoiced', number>>`
    select count(*)::integer as orders, coalesce(sum(o.cost_bani), 0)::bigint as cost,
      coalesce(sum(o.discount_amount_bani), 0)::bigint as discount,
      coalesce(sum(coalesce(o.discounted_cost_bani, o.cost_bani)), 0)::bigint as charged,
      coalesce(sum(coalesce(o.discounted_cost_bani, o.cost_bani)) filter (where o.invoice_id is null), 0)::bigint as not_invoiced
    from orders o where ${drivenIn(account, month)}
  `.execute(db)
  const [totals] = rows
  if (!totals) throw new Error('a sum has one row')
  const { orders, cost, discount, charged, not_invoiced } = totals
  return {
    orders,
    cost: ronFromBani(cost),
    discount: ronFromBani(discount),
    charged: ronFromBani(charged),
    not_invoiced: ronFromBani(not_invoiced),
  }
}

/** A doubted fare is on no statement until somebody confirms it. */
function drivenIn({ accountId, companyId }: StatementAccount, month: string): RawBuilder<boolean> {
  const { first, next } = monthDays(month)
  return sql<boolean>`o.protocol_user_id = ${accountId} and o.created_by_company_id = ${companyId}
    and o.payment_type = 'protocol' and o.state = 'finished' and o.deleted_at is null and o.fare_doubt is null
    and o.trip_finished_at >= ${first}::timestamp at time zone 'Europe/Bucharest'
    and o.trip_finished_at < ${next}::timestamp at time zone 'Europe/Bucharest'`
}
