import type { OrderMoney } from '@dispecerat/domain/billing/commission'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { PaymentType } from '@dispecerat/domain/orders/order'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'

/** The data of an order that the ledger needs. */
export interface DrivenFare {
  orderId: OrderId
  /** The company of the driver. */
  companyId: CompanyId
  driverId: DriverId
  isFinished: boolean
  /** The fare moves no money until somebody confirms it. */
  isDoubted: boolean
  paymentType: PaymentType
  costBani: number | null
  discountedCostBani: number | null
  compensatedBani: number
  /** A discount was promised or entered by hand: the remaining amount is computed from the cost of the trip. */
  hasDiscount: boolean
  discountAmountBani: number | null
  discountIsByHand: boolean
  driverPaymentBani: number
  isPaid: boolean
}

const columns = sql`
  o.id as "orderId", coalesce(o.processed_by_company_id, o.created_by_company_id) as "companyId", o.driver_id as "driverId",
  o.state = 'finished' as "isFinished", o.fare_doubt is not null as "isDoubted", o.payment_type as "paymentType", o.cost_bani as "costBani",
  o.discounted_cost_bani as "discountedCostBani", coalesce(o.discount_compensated_bani, 0) as "compensatedBani",
  (o.discount_condition_id is not null or o.discount_amount_bani is not null) as "hasDiscount", o.discount_amount_bani as "discountAmountBani",
  o.discount_by_hand as "discountIsByHand", o.driver_payment_bani as "driverPaymentBani", o.is_paid as "isPaid"`

/** Reads the order, which the emitter of the event has locked; null while it has no driver. */
export async function readFare(tx: Tx, orderId: OrderId): Promise<DrivenFare | null> {
  const { rows } = await sql<DrivenFare>`
    select ${columns} from orders o where o.id = ${orderId} and o.driver_id is not null
  `.execute(tx)
  return rows[0] ?? null
}

/** Locks orders of the scope's drivers FOR UPDATE, in the order of their ids; `order.unknown` when one is not. */
export async function lockFares(tx: Tx, { companies }: Scope, orderIds: readonly OrderId[]): Promise<DrivenFare[]> {
  const ids = [...new Set(orderIds)]
  const mine = companies === 'every' ? null : [...companies]
  const { rows } = await sql<DrivenFare>`
    select ${columns} from orders o
    where o.id = any(${ids}::bigint[]) and o.driver_id is not null and o.deleted_at is null
      and (${mine}::bigint[] is null or coalesce(o.processed_by_company_id, o.created_by_company_id) = any(${mine}::bigint[]))
    order by o.id for update
  `.execute(tx)
  if (rows.length < ids.length) throw new DomainError('order.unknown')
  return rows
}

/** Like `lockFares`; `ledger.nothing_due` when the driver of one is owed nothing. */
export async function lockDueFares(tx: Tx, scope: Scope, orderIds: readonly OrderId[]): Promise<DrivenFare[]> {
  const fares = await lockFares(tx, scope, orderIds)
  for (const { orderId, driverPaymentBani } of fares) {
    if (driverPaymentBani === 0) throw new DomainError('ledger.nothing_due', { order_id: orderId })
  }
  return fares
}

/** Stores the driver's payment on the order too; without a new version, because no field of an editor changed. */
export async function saveDriverPayment(
  tx: Tx,
  orderId: OrderId,
  { driverPaymentBani }: Pick<OrderMoney, 'driverPaymentBani'>,
  isPaid: boolean,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ driver_payment_bani: driverPaymentBani, is_paid: isPaid })
    .where('id', '=', orderId)
    .execute()
}
