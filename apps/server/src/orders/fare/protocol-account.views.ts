import type { ProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { serviceOfPackage } from '@dispecerat/domain/orders/goods'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type FixedPickup, openAmount, pickupOf } from './protocol-account.store.ts'

interface Row {
  id: number
  name: string | null
  companyId: CompanyId
  companyName: string
  companyPhone: string | null
  packageId: number
  contractNo: string | null
  contractUntil: string | null
  isActive: boolean
  limitBani: number | null
  openBani: number
  orders: number
  finished: number
  costBani: number
  pickup: FixedPickup | null
  address: FixedPickup | null
}

/**
 * The account's view of itself; null: the user has no contract. The month is Bucharest's: orders count by their creation, finished trips
 * and their cost by their end, as on the statement.
 */
export async function protocolAccountView(db: Db, userId: UserId, now: Date): Promise<ProtocolAccount | null> {
  const today = bucharestDay(now)
  const billed = sql`o.created_by_company_id = p.company_id and o.payment_type = 'protocol' and o.state = 'finished'
    and o.fare_doubt is null and o.trip_finished_at >= begins.at`
  const { rows } = await sql<Row>`
    select u.id, u.name, c.id as "companyId", c.name as "companyName", c.phone as "companyPhone", c.package_id as "packageId",
      p.contract_no as "contractNo", p.contract_until::text as "contractUntil",
      p.is_active and (p.contract_until is null or p.contract_until >= ${today}::date) as "isActive",
      p.credit_limit_bani as "limitBani", ${openAmount(userId)} as "openBani",
      month.orders, month.finished, month."costBani",
      case when p.pickup_name is not null then
        json_build_object('name', p.pickup_name, 'lat', p.pickup_lat, 'long', p.pickup_long) end as pickup,
      case when c.lat is not null and c.lng is not null then
        json_build_object('name', coalesce(c.address, c.name), 'lat', c.lat, 'long', c.lng) end as address
    from protocol_companies p
    join users u on u.id = p.user_id
    join companies c on c.id = p.company_id
    cross join lateral (
      select count(*) filter (where o.state <> 'canceled' and o.created_at >= begins.at)::integer as orders,
        count(*) filter (where ${billed})::integer as finished,
        coalesce(sum(coalesce(o.discounted_cost_bani, o.cost_bani)) filter (where ${billed}), 0)::bigint as "costBani"
      from (select date_trunc('month', ${today}::timestamp) at time zone 'Europe/Bucharest' as at) as begins, orders o
      where o.protocol_user_id = p.user_id and o.deleted_at is null and o.state <> 'new'
        and (o.created_at >= begins.at or o.trip_finished_at >= begins.at)
    ) as month
    where p.user_id = ${userId}
  `.execute(db)
  return rows[0] ? viewOf(rows[0]) : null
}

function viewOf(row: Row): ProtocolAccount {
  return {
    id: row.id,
    name: row.name,
    company: { id: row.companyId, name: row.companyName, package_id: row.packageId, phone: row.companyPhone },
    contract_no: row.contractNo,
    contract_until: row.contractUntil,
    is_active: row.isActive,
    credit_limit: row.limitBani === null ? null : ronFromBani(row.limitBani),
    open_amount: ronFromBani(row.openBani),
    month: { orders: row.orders, finished: row.finished, cost: ronFromBani(row.costBani) },
    pickup: pickupOf(row),
    own_pickup: row.pickup,
    service_id: serviceOfPackage(row.packageId),
  }
}
