import { plural } from '@dispecerat/domain/kernel/plural'
import { MAX_STARS } from '@dispecerat/domain/orders/rating'

/** Ratings of a driver or a client after a trip. */
export const ratingMessages = {
  title: 'Evaluări',
  mean: (mean: number, n: number) =>
    `Media ultimelor evaluări: ${mean.toFixed(2).replace('.', ',')} din ${MAX_STARS} (${plural(n, 'evaluare', 'evaluări', 'de evaluări')} în total)`,
  none: 'Nicio evaluare.',
  stars: (n: number) => `${plural(n, 'stea', 'stele', 'de stele')} din ${MAX_STARS}`,
  drawn: (n: number) => '★'.repeat(n) + '☆'.repeat(MAX_STARS - n),
  sources: {
    client_app: 'din aplicația clientului',
    dispatcher: 'scris de dispecer',
    driver_app: 'din aplicația șoferului',
  },
} as const
