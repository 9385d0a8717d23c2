import { CAR_WARNINGS } from './car-watch.ts'

/** What dispatchers are warned of while a driver has, or has just lost, an order. */
export const ORDER_WARNINGS = ['returned', ...CAR_WARNINGS, 'replacing', 'no_replacement'] as const
export type OrderWarning = (typeof ORDER_WARNINGS)[number]
