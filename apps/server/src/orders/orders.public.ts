/**
 * The life of an order, from the phone to the end of the trip. Owns orders, order_places, order_numbers, order_history.
 * Records order_updated, live_orders_updated, remove_live_order, order_driver_found, order_canceled; tells order.search_wanted,
 * order.search_over, order.placed, order.client_news, order.driver_released, order.fare_set.
 */
export { type Assignment, assignOrder } from './assign-order.ts'
export { lockAnyOrder } from './call-draft.store.ts'
export { discardDraft, draftForCall } from './call-draft.ts'
export { clientWasHeard } from './client-was-heard.ts'
export { driverCancel } from './driver-cancel.ts'
export { driverOrderViews } from './driver-order.views.ts'
export { foundNobody } from './found-nobody.ts'
export { handOverOrder } from './hand-over-order.ts'
export { hearOrders } from './hear-orders.ts'
export { inScope } from './in-scope.store.ts'
export { isFinishingOneTrip } from './next-orders.store.ts'
export { changedEvents, orderAudience } from './order-events.ts'
export { type OrderForSearch, orderForSearch, ordersForSearch } from './order-for-search.store.ts'
export { addHistory, type NewHistory } from './order-history.store.ts'
export { matches } from './order-lists.views.ts'
export { createOrderLookers } from './order-lookers.ts'
export type { OrderRecord } from './order-record.ts'
export { routeOfOrder } from './order-route.views.ts'
export { orderRows } from './order-rows.views.ts'
export { orderViews } from './order-views.views.ts'
export { lockOrder, lockOwnOrder } from './orders.store.ts'
export { listOrder, queueOrder } from './pending-queue.ts'
export { openAmount } from './protocol-account.store.ts'
export { tellClient } from './tell-client.ts'
