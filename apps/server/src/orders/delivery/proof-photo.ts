import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { isDeliveryService } from '@dispecerat/domain/orders/goods'
import type { Tx } from '../../platform/db/database.ts'
import type { OrderRecord } from '../order-record.ts'
import { type Photo, requiresProofPhoto } from './order-proofs.store.ts'

/** A delivery cannot end without a photo where the company requires one. */
export async function requireProof(tx: Tx, order: OrderRecord, photo: Photo | null): Promise<void> {
  if (photo !== null || !isDeliveryService(order.serviceId)) return
  if (!(await requiresProofPhoto(tx, order.createdByCompanyId))) return
  throw new FieldErrors({ proof_photo: ['Fotografia livrării este obligatorie'] })
}
