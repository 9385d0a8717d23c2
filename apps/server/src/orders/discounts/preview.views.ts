import type { DiscountPreview } from '@dispecerat/contract/orders/discounts'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { bestDiscount, discountAmount, whyNotDiscount } from '@dispecerat/domain/orders/discount'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { discountRequestOf, type OrderDiscountRequest, openDiscounts } from './order-discounts.store.ts'

/** The discount such an order would get, and why the others do not apply. */
export async function previewOf(db: Db, order: OrderDiscountRequest): Promise<DiscountPreview> {
  const [discounts, request] = await Promise.all([
    openDiscounts(db, order.companyId),
    discountRequestOf(db, order, wallTime(order.at)),
  ])
  const { costBani } = order
  const best = bestDiscount(discounts, request)
  const amountOf = (discount: (typeof discounts)[number]) =>
    costBani === null ? null : ronFromBani(discountAmount(discount, costBani))
  return {
    cost: costBani === null ? null : ronFromBani(costBani),
    best: best && {
      id: best.id,
      name: best.name,
      amount: amountOf(best),
      to_pay: costBani === null ? null : ronFromBani(costBani - discountAmount(best, costBani)),
    },
    all: discounts.map((discount) => ({
      id: discount.id,
      name: discount.name,
      trigger: discount.trigger,
      code: discount.code,
      amount: amountOf(discount),
      why_not: whyNotDiscount(discount, request),
    })),
  }
}

/** Discount inputs of a saved order of the scope; throws `order.unknown`. */
export async function orderDiscountRequest(
  db: Db,
  { companies }: Scope,
  orderId: OrderId,
): Promise<OrderDiscountRequest> {
  const mine = companies === 'every' ? null : [...companies]
  const { rows } = await sql<OrderDiscountRequest>`
    select o.created_by_company_id as "companyId", o.client_id as "clientId", o.service_id as "serviceId",
      coalesce(o.cost_bani, o.estimated_cost_bani) as "costBani", o.departure_time as at, o.id as "orderId",
      case when o.payment_type = 'protocol' then o.protocol_user_id end as "protocolUserId",
      d.code as "promoCode", case when d.trigger = 'manual' then d.id end as "discountId"
    from orders o left join discounts d on d.id = o.discount_condition_id
    where o.id = ${orderId} and o.deleted_at is null
      and (${mine}::bigint[] is null or o.created_by_company_id = any(${mine}::bigint[]))
  `.execute(db)
  if (!rows[0]) throw new DomainError('order.unknown')
  return rows[0]
}

/** The company's client with this phone; null: none yet. */
export async function clientIdOf(db: Db, companyId: CompanyId, phone: string | null): Promise<UserId | null> {
  if (phone === null) return null
  const { rows } = await sql<{ id: UserId }>`
    select u.id from users u join company_clients c on c.user_id = u.id and c.company_id = ${companyId}
    where u.phone = ${phone}
  `.execute(db)
  return rows[0]?.id ?? null
}
