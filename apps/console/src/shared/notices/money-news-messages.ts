import { plural } from '@dispecerat/domain/kernel/plural'

/** Apart from the other finance messages, because every office page may show them. */
export const ledgerAlarm = (differences: number) =>
  `Registrul financiar nu se potrivește: ${plural(differences, 'diferență', 'diferențe', 'de diferențe')}`

export const draftMade = (month: string) => `O factură pe ${month} așteaptă să fie emisă: Financiar → Facturi protocol`
