import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { DriverId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { CancellationReason } from '@dispecerat/domain/orders/order'
import { sql } from 'kysely'
import type { Actor, Scope } from '../platform/db/actor.ts'
import type { Tx } from '../platform/db/database.ts'
import { inScope } from './in-scope.store.ts'
import { columnsOf, type OrderChanges, type OrderColumns, type OrderRecord, orderFromRow } from './order-record.ts'

/** Locks the order (FOR UPDATE); throws `order.unknown` when there is none. Without a tenant scope: for the engine and for drivers. */
export async function lockOrder(tx: Tx, orderId: OrderId): Promise<OrderRecord> {
  const { rows } = await sql<OrderColumns>`
    select * from orders where id = ${orderId} and deleted_at is null for update
  `.execute(tx)
  return recordOf(rows[0])
}

/** Locks an order of the actor's companies (FOR UPDATE); one of another tenant does not exist. */
export async function lockOwnOrder(tx: Tx, scope: Scope, orderId: OrderId): Promise<OrderRecord> {
  const { rows } = await sql<OrderColumns>`
    select * from orders where id = ${orderId} and deleted_at is null and ${inScope(scope)} for update
  `.execute(tx)
  return recordOf(rows[0])
}

/** Locks an order that the actor's companies placed or drive. */
export async function lockPlacedOrDrivenOrder(tx: Tx, scope: Scope, orderId: OrderId): Promise<OrderRecord> {
  const { rows } = await sql<OrderColumns>`
    select * from orders where id = ${orderId} and deleted_at is null and ${inScope(scope, 'trip')} for update
  `.execute(tx)
  return recordOf(rows[0])
}

/** The same for a deleted order. */
export async function lockDeletedOrder(tx: Tx, scope: Scope, orderId: OrderId): Promise<OrderRecord> {
  const { rows } = await sql<OrderColumns>`
    select * from orders where id = ${orderId} and deleted_at is not null and ${inScope(scope)} for update
  `.execute(tx)
  return recordOf(rows[0])
}

/** Saves changes of a locked order; every write increments the version. */
export async function saveOrder(tx: Tx, order: OrderRecord, changes: OrderChanges, now: Date): Promise<OrderRecord> {
  const row = await tx
    .updateTable('orders')
    .set({ ...columnsOf(changes), version: sql`version + 1`, updated_at: now })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirst()
  return recordOf(row)
}

/** Marks whether a searched order is in the drivers' lists; the version stays, because nothing that editors read has changed. */
export async function saveListed(tx: Tx, { id }: OrderRecord, isListed: boolean): Promise<OrderRecord> {
  const row = await tx
    .updateTable('orders')
    .set({ in_pending_queue: isListed })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return recordOf(row)
}

/** State of the automatic call to the client; the version stays, because nothing that editors read has changed. */
export async function savePlayback(
  tx: Tx,
  { id }: OrderRecord,
  changes: Pick<OrderChanges, 'callPlaybackState' | 'callNeedInteraction' | 'alwaysInCall'>,
): Promise<OrderRecord> {
  const row = await tx
    .updateTable('orders')
    .set({ ...columnsOf(changes), id })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return recordOf(row)
}

/** Dispatchers were reminded; the version stays, because nothing that editors read has changed. */
export async function saveReminded(tx: Tx, { id }: OrderRecord, now: Date): Promise<void> {
  await tx.updateTable('orders').set({ reminded_at: now }).where('id', '=', id).execute()
}

/** Since when another car is searched for an order; the version stays, because nothing that editors read has changed. */
export async function saveReplacement(tx: Tx, { id }: OrderRecord, since: Date | null): Promise<OrderRecord> {
  const row = await tx
    .updateTable('orders')
    .set({ replacement_since: since })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return recordOf(row)
}

/** Assigns the order if it has no driver: this condition guarantees that exactly one driver wins. */
export async function saveAssignment(
  tx: Tx,
  order: OrderRecord,
  changes: OrderChanges & { driverId: DriverId },
  now: Date,
): Promise<OrderRecord | null> {
  const row = await tx
    .updateTable('orders')
    .set({ ...columnsOf(changes), version: sql`version + 1`, updated_at: now })
    .where('id', '=', order.id)
    .where((eb) => eb.or([eb('state', '=', 'created'), eb('in_pending_queue', '=', true)]))
    .where('driver_id', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ? orderFromRow(row) : null
}

/** Short code of the acting user, shown with the action. */
export async function identifierOf(tx: Tx, userId: UserId | null): Promise<string | null> {
  if (userId === null) return null
  const row = await tx.selectFrom('users').select('identifier').where('id', '=', userId).executeTakeFirst()
  return row?.identifier ?? null
}

/** Columns of an order that `by` cancels now. A client has no code. */
export async function cancellationBy(
  tx: Tx,
  { kind, userId }: Pick<Actor, 'kind' | 'userId'>,
  { reason, text, now }: { reason: CancellationReason; text: string | null; now: Date },
) {
  return {
    tripState: null,
    isNextOrder: false,
    canceledAt: now,
    cancellationReasonType: reason,
    cancellationReasonText: text,
    cancelledBy: kind,
    cancelledByUserId: userId,
    cancelledByIdentifier: await identifierOf(tx, kind === 'client' ? null : userId),
  } satisfies OrderChanges
}

function recordOf(row: OrderColumns | undefined): OrderRecord {
  if (!row) throw new DomainError('order.unknown')
  return orderFromRow(row)
}
