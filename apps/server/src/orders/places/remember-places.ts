import type { NewPlace } from '@dispecerat/contract/orders/order-shapes'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { rememberAddress } from '../../geography/saved-addresses/saved-addresses.public.ts'
import type { Tx } from '../../platform/db/database.ts'

interface Owner {
  companyId: CompanyId
  phone: string | null
  userId: UserId | null
}

/** Stores the addresses of a placed order as suggestions for the client's next call. */
export async function rememberPlaces(tx: Tx, owner: Owner, places: readonly NewPlace[], now: Date): Promise<void> {
  const { companyId, phone, userId } = owner
  if (phone === null) return
  for (const place of places) {
    const { name, lat, long, place_id, comment, bloc, scara, reper } = place
    const used = { name, lat, long, placeId: place_id ?? null, comment: comment ?? null }
    const where = { bloc: bloc ?? null, scara: scara ?? null, reper: reper ?? null }
    await rememberAddress(tx, { companyId, phone, userId, place: { ...used, ...where } }, now)
  }
}
