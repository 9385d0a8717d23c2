/**
 * The life of an order, from the phone to the end of the trip. Owns orders, order_places, order_numbers, order_history.
 * Records order_updated, live_orders_updated, remove_live_order, order_driver_found, order_canceled; tells order.search_wanted,
 * order.search_over, order.driver_released.
 */
export { type Assignment, assignOrder } from './assign-order.ts'
export { driverOrderViews } from './driver-order.views.ts'
export { foundNobody } from './found-nobody.ts'
export { hearOrders } from './hear-orders.ts'
export { inScope } from './in-scope.store.ts'
export { orderAudience } from './order-events.ts'
export { type OrderForSearch, orderForSearch } from './order-for-search.store.ts'
export { addHistory, type NewHistory } from './order-history.store.ts'
export type { OrderRecord } from './order-record.ts'
export { orderRows } from './order-rows.views.ts'
export { lockOrder } from './orders.store.ts'
export { searchFailed } from './search-failed.ts'
