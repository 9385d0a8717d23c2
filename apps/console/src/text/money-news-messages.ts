import { plural } from '@dispecerat/domain/words/plural'

/** Apart from the words of money, because every page of the room may tell it. */
export const ledgerAlarm = (differences: number) =>
  `Registrul financiar nu se potrivește: ${plural(differences, 'diferență', 'diferențe', 'de diferențe')}`

export const draftMade = (month: string) => `O factură pe ${month} așteaptă să fie emisă: Financiar → Facturi protocol`
