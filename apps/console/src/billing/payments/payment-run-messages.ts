import { plural } from '@dispecerat/domain/kernel/plural'

/** Long-running payments to drivers. */
export const paymentRunMessages = {
  title: 'Plăți în lucru',
  kinds: { pay: 'Plată', takeBack: 'Retragere' },
  orders: (n: number) => plural(n, 'comandă', 'comenzi', 'de comenzi'),
  states: {
    running: 'în curs',
    done: 'terminată',
    stopped: 'oprită',
    refused: 'întreruptă: o comandă s-a schimbat',
  },
  progress: (done: number, orders: number) => `${done} din ${orders}`,
  stop: 'Oprește',
  stopped: {
    pay: (n: number, of: number) =>
      `Plata a fost oprită: ${plural(n, 'comandă rămâne plătită', 'comenzi rămân plătite', 'de comenzi rămân plătite')} din ${of}`,
    takeBack: (n: number, of: number) =>
      `Retragerea a fost oprită: ${plural(n, 'comandă rămâne retrasă', 'comenzi rămân retrase', 'de comenzi rămân retrase')} din ${of}`,
  },
} as const
