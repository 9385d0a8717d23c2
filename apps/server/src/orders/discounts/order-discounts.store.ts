import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { WallTime } from '@dispecerat/domain/kernel/wall-time'
import type { Discount, DiscountRequest, DiscountTerms } from '@dispecerat/domain/orders/discount'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { FIELDS } from './discounts.store.ts'

export interface NamedDiscount extends Discount {
  name: string
}

/** Discount terms frozen with an order. */
export type StoredDiscount = DiscountTerms & { id: number }

/** The order for which a discount is chosen. */
export interface OrderDiscountRequest {
  companyId: CompanyId
  clientId: UserId | null
  serviceId: number
  /** The estimate. */
  costBani: number | null
  /** The account that pays. */
  protocolUserId: UserId | null
  promoCode: string | null
  /** Chosen by the dispatcher. */
  discountId: number | null
  /** Departure of the order. */
  at: Date
  /** The order's own id, when it is saved already. */
  orderId?: OrderId
}

/** Active discounts of a company, with their number of uses where it is limited. */
export async function openDiscounts(db: Db | Tx, companyId: CompanyId): Promise<NamedDiscount[]> {
  const { rows } = await sql<NamedDiscount>`
    select d.id, ${FIELDS},
      case when d.max_uses is null then 0 else (
        select count(*) from order_discounts used where used.discount_id = d.id and used.is_counted) end::integer as "usesCount"
    from discounts d where d.company_id = ${companyId} and d.deleted_at is null and d.is_active order by d.id
  `.execute(db)
  return rows
}

/** Locks the client, so that orders of one client are placed one after the other and only one is the first. */
export async function holdClient(tx: Tx, companyId: CompanyId, clientId: UserId): Promise<void> {
  await sql`select from company_clients where company_id = ${companyId} and user_id = ${clientId} for update`.execute(
    tx,
  )
}

/** Locks a discount with limited uses; returns its number of uses. */
export async function lockUses(tx: Tx, discountId: number): Promise<number> {
  await sql`select from discounts where id = ${discountId} for update`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from order_discounts where discount_id = ${discountId} and is_counted
  `.execute(tx)
  return rows[0]?.n ?? 0
}

/** Inputs of the discount rules; `at` is wall time. */
export async function discountRequestOf(
  db: Db | Tx,
  order: OrderDiscountRequest,
  at: WallTime,
): Promise<DiscountRequest> {
  const { clientId, companyId, protocolUserId, orderId = 0 } = order
  const { rows } = await sql<{
    ordersBefore: number | null
    contractDiscountId: number | null
    uses: { id: number; n: number }[]
  }>`
    select
      case when ${clientId}::bigint is null then null else (
        select count(*) from orders o where o.client_id = ${clientId} and o.created_by_company_id = ${companyId}
          and o.state not in ('new', 'canceled') and o.deleted_at is null and not o.is_test and o.id <> ${orderId}
      ) end::integer as "ordersBefore",
      (select discount_id from protocol_companies where user_id = ${protocolUserId}) as "contractDiscountId",
      coalesce((select jsonb_agg(jsonb_build_object('id', discount_id, 'n', n)) from (
        select discount_id, count(*) as n from order_discounts
        where discount_id in (select id from discounts d where d.company_id = ${companyId} and d.max_uses_per_client is not null)
          and client_id = ${clientId} and is_counted and order_id <> ${orderId} group by discount_id) as used), '[]') as uses
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without from has one row')
  const { serviceId, costBani, promoCode, discountId: chosenId } = order
  return {
    at,
    serviceId,
    costBani,
    protocolUserId,
    promoCode,
    chosenId,
    ordersBefore: row.ordersBefore,
    contractDiscountId: row.contractDiscountId,
    usesByClient: new Map(row.uses.map(({ id, n }) => [id, n])),
  }
}

/** Freezes the discount of an order that is placed with its current terms; replaces an earlier one of a draft. */
export async function keepDiscount(
  tx: Tx,
  {
    orderId,
    clientId,
    discount,
    now,
  }: { orderId: OrderId; clientId: UserId | null; discount: StoredDiscount; now: Date },
): Promise<void> {
  const row = {
    discount_id: discount.id,
    client_id: clientId,
    type: discount.type,
    hundredths: discount.hundredths,
    max_amount_bani: discount.maxAmountBani,
    min_cost_bani: discount.minCostBani,
    compensated_percent: discount.compensatedPercent,
    frozen_at: now,
  }
  await tx
    .insertInto('order_discounts')
    .values({ order_id: orderId, ...row })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(row))
    .execute()
}

/** Frozen terms of an order; null: none. */
export async function termsOfOrder(db: Db | Tx, orderId: OrderId): Promise<DiscountTerms | null> {
  const { rows } = await sql<DiscountTerms>`
    select type, hundredths, max_amount_bani as "maxAmountBani", min_cost_bani as "minCostBani",
      compensated_percent as "compensatedPercent"
    from order_discounts where order_id = ${orderId}
  `.execute(db)
  return rows[0] ?? null
}

/** The same with the discount's id. */
export async function promiseOf(
  tx: Tx,
  orderId: OrderId,
): Promise<(StoredDiscount & { trigger: Discount['trigger'] }) | null> {
  const { rows } = await sql<StoredDiscount & { trigger: Discount['trigger'] }>`
    select d.id, d.trigger, o.type, o.hundredths, o.max_amount_bani as "maxAmountBani", o.min_cost_bani as "minCostBani",
      o.compensated_percent as "compensatedPercent"
    from order_discounts o join discounts d on d.id = o.discount_id where o.order_id = ${orderId}
  `.execute(tx)
  return rows[0] ?? null
}

/** Removes a locked order's discount and releases its use. */
export async function dropDiscount(tx: Tx, orderId: OrderId): Promise<void> {
  await tx.deleteFrom('order_discounts').where('order_id', '=', orderId).execute()
}

/** Saves a locked order's discount and compensation; null: none. The version stays, because the order was not edited. */
export async function saveDiscountOf(
  tx: Tx,
  orderId: OrderId,
  totals: { amountBani: number | null; discountedBani: number | null; compensatedBani: number | null },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      discount_amount_bani: totals.amountBani,
      discounted_cost_bani: totals.discountedBani,
      discount_compensated_bani: totals.compensatedBani,
    })
    .where('id', '=', orderId)
    .execute()
}
