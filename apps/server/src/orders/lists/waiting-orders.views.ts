import type { WaitingOrder } from '@dispecerat/contract/orders/order-lists'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { inScope } from '../in-scope.store.ts'

/** More would not be readable on any map. */
const MAX = 500

/** Pickups of the actor's own orders that wait for a driver at `now`, longest waiting first. */
export async function waitingOrders(db: Db, scope: Scope, now: Date): Promise<WaitingOrder[]> {
  const { rows } = await sql<Omit<WaitingOrder, 'waiting_since'> & { waiting_since: Date }>`
    select orders.id, pickup.lat, pickup.long, pickup.name, orders.in_pending_queue,
      case when orders.start_at <= ${now} then orders.start_at else orders.created_at end as waiting_since
    from orders
    join order_places pickup on pickup.order_id = orders.id and pickup.position = 0
    where orders.state in ('created', 'pending') and orders.driver_id is null and orders.deleted_at is null
      and (orders.state = 'created' or orders.start_at is null or orders.start_at <= ${now}) and ${inScope(scope)}
    order by waiting_since, orders.id
    limit ${MAX}`.execute(db)
  return rows.map(({ waiting_since, ...row }) => ({ ...row, waiting_since: toWireTime(waiting_since) }))
}
