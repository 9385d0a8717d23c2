import { plural } from '@dispecerat/domain/kernel/plural'

/** A long-running erasure of a client. */
export const erasureRunMessages = {
  states: {
    running: 'Ștergerea este în curs',
    stopped: 'Ștergerea a fost oprită; ce s-a șters rămâne șters',
    refused: 'Ștergerea s-a întrerupt: clientul are din nou o comandă sau un apel în curs',
  },
  soFar: (orders: number, calls: number) =>
    `${plural(orders, 'comandă anonimizată', 'comenzi anonimizate', 'de comenzi anonimizate')}, ${plural(calls, 'apel', 'apeluri', 'de apeluri')}`,
  stop: 'Oprește',
  stopped: (orders: number) =>
    `Ștergerea a fost oprită: ${plural(orders, 'comandă rămâne anonimizată', 'comenzi rămân anonimizate', 'de comenzi rămân anonimizate')}, restul datelor rămân`,
} as const
