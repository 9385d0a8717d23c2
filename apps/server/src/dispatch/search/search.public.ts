/**
 * Finding a driver: walks, rounds and offers as rows, advanced by the clock. Owns search_walks, search_rounds, search_offers,
 * missed_offers; reads search_intervals and search_methods. Subscribes to order.search_wanted, order.queue_wanted, order.search_over,
 * order.driver_chosen, order.driver_released, driver.work_changed, driver.banned; emits driver.sent_to_back, driver.work_changed. Records
 * order_available, pending_orders_updated, order_accept_confirmed, order_canceled (to drivers), order_sent_to_driver, ws_order_drivers.
 */

export { RouteCache } from './route-cache.ts'
export { subscribeSearch } from './subscribe-search.ts'
