import { isDeliveryService } from '@dispecerat/domain/goods'
import type { OrderRecord } from './order-record.ts'

/** The cost of a trip nobody typed one for: a parcel costs what was told until somebody writes another sum; a ride has a meter. */
export function toldCost(order: Pick<OrderRecord, 'costBani' | 'estimatedCostBani' | 'serviceId'>): number | null {
  return order.costBani ?? (isDeliveryService(order.serviceId) ? order.estimatedCostBani : null)
}
