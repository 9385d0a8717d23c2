import type { OrderWarning } from '@dispecerat/domain/orders/order-warnings'

/** Warnings about orders that have, or have just lost, a driver. */
export const warningMessages = {
  kinds: {
    returned: (car, what, isScheduled) =>
      `${car} a renunțat, ${isScheduled ? 'comanda este din nou programată' : 'se caută altă mașină'}: ${what}`,
    standing: (car, what) => `${car} stă pe loc: ${what}`,
    leaving: (car, what) => `${car} se îndepărtează de client: ${what}`,
    silent: (car, what) => `${car} nu mai trimite poziția: ${what}`,
    replacing: (car, what) => `${car} nu vine, se caută alta: ${what}`,
    no_replacement: (car, what) => `${car} rămâne, alta nu a acceptat: ${what}`,
  } satisfies Record<OrderWarning, (car: string, what: string, isScheduled: boolean) => string>,
  car: (sign: string | null) => (sign === null ? 'Mașina' : `Mașina ${sign}`),
} as const
