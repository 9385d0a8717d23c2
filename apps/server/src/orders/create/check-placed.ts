import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderRecord } from '../order-record.ts'

/** A draft discarded with its call was never placed and has no addresses. */
export function checkPlaced({ state, placedAt }: OrderRecord): void {
  if (state === 'canceled' && placedAt === null) throw new DomainError('order.never_placed')
}
