import { MOST_PHOTO_BYTES } from '@dispecerat/contract/goods'
import { FieldErrors } from '@dispecerat/domain/errors'
import { isDeliveryService, photoTypeOf } from '@dispecerat/domain/goods'
import type { Tx } from '../db/database.ts'
import { asksForProof, type Photo } from './order-proofs.store.ts'
import type { OrderRecord } from './order-record.ts'

/** The photo as it came, in base64; FieldErrors on `proof_photo` when it is no photo or too large. */
export function readPhoto(base64: string): Photo {
  const bytes = Buffer.from(base64, 'base64')
  const contentType = photoTypeOf(bytes)
  if (contentType === null) throw new FieldErrors({ proof_photo: ['Fotografia trebuie să fie JPEG sau PNG'] })
  if (bytes.length > MOST_PHOTO_BYTES) throw new FieldErrors({ proof_photo: ['Fotografia poate avea cel mult 1 MiB'] })
  return { contentType, bytes }
}

/** A delivery of a company that asks for photos does not end without one (GAP-43). */
export async function requireProof(tx: Tx, order: OrderRecord, photo: Photo | null): Promise<void> {
  if (photo !== null || !isDeliveryService(order.serviceId)) return
  if (!(await asksForProof(tx, order.createdByCompanyId))) return
  throw new FieldErrors({ proof_photo: ['Fotografia livrării este obligatorie'] })
}
