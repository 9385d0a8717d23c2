/**
 * Discounts: chosen and frozen when an order is placed, computed when it ends. Owns discounts, order_discounts and the discount columns of
 * orders. Records no events.
 */
export { discountOfPayer } from './discount-of-payer.ts'
export { chooseDiscount } from './freeze-discount.ts'
export { keepDiscount } from './order-discounts.store.ts'
export { maxDiscountOf, reckonDiscount } from './reckon-discount.ts'
