import type { OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** Facts of an order that may be sent to its client. */
export interface OrderMessageFacts {
  to: string
  clientId: UserId | null
  orderNo: number | null
  companie: string
  telefon: string | null
  adresa: string
  indicativ: string | null
  masina: string | null
  numar: string | null
  sofer: string | null
  minutes: number | null
}

/** null for a draft, for a test call, and for an order without a phone. */
export async function orderMessageFacts(tx: Tx, orderId: OrderId): Promise<OrderMessageFacts | null> {
  const { rows } = await sql<OrderMessageFacts>`
    select coalesce(orders.client_phone, orders.phone) as to, orders.client_id as "clientId", orders.order_no as "orderNo",
      companies.name as companie, companies.phone as telefon,
      coalesce((select name from order_places where order_id = orders.id order by position limit 1), orders.address, '') as adresa,
      coalesce(cars.indicativ, orders.car_indicativ) as indicativ, cars.number as numar,
      nullif(concat_ws(' ', cars.make, cars.model, cars.color), '') as masina,
      split_part(drivers.name, ' ', 1) as sofer, orders.waiting_driver_time as minutes
    from orders join companies on companies.id = orders.created_by_company_id
    left join cars on cars.id = orders.car_id
    left join users as drivers on drivers.id = orders.driver_id
    where orders.id = ${orderId} and orders.placed_at is not null and not orders.is_test and orders.deleted_at is null
      and coalesce(orders.client_phone, orders.phone) is not null
  `.execute(tx)
  return rows[0] ?? null
}
