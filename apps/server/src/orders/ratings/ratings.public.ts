/** Ratings of finished trips by clients and drivers. Owns ratings. */
export { rateOrder } from './rate-order.ts'
