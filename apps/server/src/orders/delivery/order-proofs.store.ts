import type { ProofPhoto } from '@dispecerat/contract/orders/goods'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import type { PhotoType } from '@dispecerat/domain/kernel/photo'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { inScope } from '../in-scope.store.ts'
import { wire } from '../wire-times.ts'

export interface Photo {
  contentType: PhotoType
  bytes: Buffer
}

/** One photo per order; a second one replaces it. */
export async function saveProof(tx: Tx, orderId: OrderId, driverId: DriverId, photo: Photo, now: Date): Promise<void> {
  const taken = { driver_id: driverId, content_type: photo.contentType, photo: photo.bytes, taken_at: now }
  await tx
    .insertInto('order_proofs')
    .values({ order_id: orderId, ...taken })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(taken))
    .execute()
}

/** 'unknown': no such order in the scope; null: the order has no photo. */
export async function proofView(
  db: Db,
  scope: Scope,
  orderId: OrderId,
): Promise<z.input<typeof ProofPhoto> | null | 'unknown'> {
  const { rows } = await sql<{ content_type: PhotoType | null; photo: Buffer; taken_at: Date }>`
    select proof.content_type, proof.photo, proof.taken_at
    from orders left join order_proofs proof on proof.order_id = orders.id
    where orders.id = ${orderId} and orders.deleted_at is null and ${inScope(scope, 'trip')}
  `.execute(db)
  const row = rows[0]
  if (!row) return 'unknown'
  if (row.content_type === null) return null
  return { content_type: row.content_type, base64: row.photo.toString('base64'), taken_at: wire(row.taken_at) }
}
