import type { Discount, DiscountRequest, DiscountTerms } from '@dispecerat/domain/discount'
import type { WallTime } from '@dispecerat/domain/search/choose-interval'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { FIELDS } from './discounts.store.ts'

export interface NamedDiscount extends Discount {
  name: string
}

/** What is frozen with an order. */
export type StoredDiscount = DiscountTerms & { id: number }

/** The order a discount is looked for. */
export interface OrderDiscountRequest {
  companyId: number
  clientId: number | null
  serviceId: number
  /** The estimate. */
  costBani: number | null
  /** The account that pays. */
  protocolUserId: number | null
  promoCode: string | null
  /** Chosen by the dispatcher. */
  discountId: number | null
  /** When it leaves. */
  at: Date
  /** Itself, when it is there already. */
  orderId?: number
}

/** The discounts of a company that are not switched off, with how often they are used where that matters. */
export async function openDiscounts(db: Db | Tx, companyId: number): Promise<NamedDiscount[]> {
  const { rows } = await sql<NamedDiscount>`
    select d.id, ${FIELDS},
      case when d.max_uses is null then 0 else (
        select count(*) from order_discounts used where used.discount_id = d.id and used.is_counted) end::integer as "usesCount"
    from discounts d where d.company_id = ${companyId} and d.deleted_at is null and d.is_active order by d.id
  `.execute(db)
  return rows
}

/** Orders of one client are placed one after the other: his first is one. */
export async function holdClient(tx: Tx, companyId: number, clientId: number): Promise<void> {
  await sql`select from company_clients where company_id = ${companyId} and user_id = ${clientId} for update`.execute(
    tx,
  )
}

/** Holds a discount that can run out; how often it is used now. */
export async function lockUses(tx: Tx, discountId: number): Promise<number> {
  await sql`select from discounts where id = ${discountId} for update`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from order_discounts where discount_id = ${discountId} and is_counted
  `.execute(tx)
  return rows[0]?.n ?? 0
}

/** What the rules look at; `at` is the wall's. */
export async function askOf(db: Db | Tx, order: OrderDiscountRequest, at: WallTime): Promise<DiscountRequest> {
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
    ...{ at, serviceId, costBani, protocolUserId, promoCode, chosenId },
    ...{ ordersBefore: row.ordersBefore, contractDiscountId: row.contractDiscountId },
    usesByClient: new Map(row.uses.map(({ id, n }) => [id, n])),
  }
}

/** Freezes the discount of an order that is placed, as it is now; again for a draft that is placed anew. */
export async function keepDiscount(
  tx: Tx,
  { orderId, clientId, kept, now }: { orderId: number; clientId: number | null; kept: StoredDiscount; now: Date },
): Promise<void> {
  const row = {
    ...{ discount_id: kept.id, client_id: clientId, type: kept.type, hundredths: kept.hundredths },
    ...{ max_amount_bani: kept.maxAmountBani, min_cost_bani: kept.minCostBani },
    ...{ compensated_percent: kept.compensatedPercent, frozen_at: now },
  }
  await tx
    .insertInto('order_discounts')
    .values({ order_id: orderId, ...row })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(row))
    .execute()
}

/** What an order was promised; null: nothing. */
export async function termsOfOrder(db: Db | Tx, orderId: number): Promise<DiscountTerms | null> {
  const { rows } = await sql<DiscountTerms>`
    select type, hundredths, max_amount_bani as "maxAmountBani", min_cost_bani as "minCostBani",
      compensated_percent as "compensatedPercent"
    from order_discounts where order_id = ${orderId}
  `.execute(db)
  return rows[0] ?? null
}

/** The same with the discount it is of. */
export async function promiseOf(
  tx: Tx,
  orderId: number,
): Promise<(StoredDiscount & { trigger: Discount['trigger'] }) | null> {
  const { rows } = await sql<StoredDiscount & { trigger: Discount['trigger'] }>`
    select d.id, d.trigger, o.type, o.hundredths, o.max_amount_bani as "maxAmountBani", o.min_cost_bani as "minCostBani",
      o.compensated_percent as "compensatedPercent"
    from order_discounts o join discounts d on d.id = o.discount_id where o.order_id = ${orderId}
  `.execute(tx)
  return rows[0] ?? null
}

/** A locked order is promised nothing any more, and uses nothing up. */
export async function dropDiscount(tx: Tx, orderId: number): Promise<void> {
  await tx.deleteFrom('order_discounts').where('order_id', '=', orderId).execute()
}

/** What came off a locked order and what its driver gets back; null: nothing. No new version: nobody edited it. */
export async function saveDiscountOf(
  tx: Tx,
  orderId: number,
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
