import { isDeliveryService } from '@dispecerat/domain/orders/goods'
import type { OrderRecord } from '../order-record.ts'

/** Cost of a trip for which none was entered: a delivery costs its estimate until another amount is entered; a ride has a taximeter. */
export function costOrEstimate(
  order: Pick<OrderRecord, 'costBani' | 'estimatedCostBani' | 'serviceId'>,
): number | null {
  return order.costBani ?? (isDeliveryService(order.serviceId) ? order.estimatedCostBani : null)
}
