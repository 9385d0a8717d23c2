import type { PromiseWarning } from '@dispecerat/contract/orders/lead'
import { plural } from '@dispecerat/domain/kernel/plural'

const orders = (n: number) => plural(n, 'comandă', 'comenzi', 'de comenzi')

/** Why the client cannot be promised the departure; for every form that sets one. */
export function promiseText({ reason, ...figures }: PromiseWarning): string {
  if (reason === 'rarely_served') {
    return `Ora nu se poate promite: din ${orders(figures.orders ?? 0)} de aici, la ora asta, ${figures.unserved} n-au găsit șofer.`
  }
  return `Ora nu se poate promite: o mașină ajunge aici în ${figures.needed_minutes} min, iar căutarea are numai ${figures.left_minutes}.`
}

/** Where a lead comes from; a rule that somebody set needs no word. */
export const leadSources = { learned: 'învățat din curse', default: 'implicit', rule: null } as const
