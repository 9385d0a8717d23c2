import type { OrderState } from '@dispecerat/domain/orders/order'

export const OWN_TABS = ['live', 'finished', 'canceled'] as const
export type OwnTab = (typeof OWN_TABS)[number]

/** Drafts are no orders yet and are in no list. */
export const STATES_OF_TAB: Record<OwnTab, OrderState[]> = {
  live: ['created', 'assigned', 'pending'],
  finished: ['finished'],
  canceled: ['canceled'],
}
