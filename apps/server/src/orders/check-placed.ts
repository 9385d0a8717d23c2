import { DomainError } from '@dispecerat/domain/errors'
import type { OrderRecord } from './order-record.ts'

/** A draft that was dropped with its call was never an order: it has no addresses to send anybody to. */
export function checkPlaced({ state, placedAt }: OrderRecord): void {
  if (state === 'canceled' && placedAt === null) throw new DomainError('order.never_placed')
}
