/** What clients and drivers say of a finished trip. Owns ratings. */
export { rateOrder } from './rate-order.ts'
