import { plural } from '@dispecerat/domain/kernel/plural'

/** The first finance page: amounts owed by and to drivers, and the nightly check of the ledger. */
export const financeSummaryMessages = {
  summary: {
    title: 'Financiar',
    drivers: 'Șoferi',
    owedTo: 'Datorat șoferilor',
    owedBy: 'Datorat de șoferi',
    negative: (n: number) => plural(n, 'sold negativ', 'solduri negative', 'de solduri negative'),
    low: (n: number) => plural(n, 'sold scăzut', 'solduri scăzute', 'de solduri scăzute'),
    cannotWork: (n: number) => plural(n, 'șofer sub minim', 'șoferi sub minim', 'de șoferi sub minim'),
    due: 'De plătit pentru card și protocol',
    dueOrders: (n: number) => plural(n, 'comandă', 'comenzi', 'de comenzi'),
    month: 'Luna aceasta',
    commission: 'Comision',
    paidIn: 'Alimentări',
    paidOut: 'Retrageri',
    payments: 'Plăți card și protocol',
  },
  check: {
    title: 'Verificarea registrului',
    never: 'Registrul nu a fost încă verificat; se verifică în fiecare noapte.',
    right: (drivers: number, transactions: string) =>
      `Totul se potrivește: ${drivers} solduri, ${transactions} operațiuni.`,
    wrong: (n: number) => `Registrul nu se potrivește: ${plural(n, 'diferență', 'diferențe', 'de diferențe')}.`,
    balance: (driver: number, balance: string, entries: string) =>
      `Șoferul ${driver}: sold ${balance}, suma rândurilor ${entries}`,
    transaction: (id: number, sum: string) => `Operațiunea ${id}: suma este ${sum}, nu zero`,
    run: 'Verifică acum',
    at: (time: string) => `verificat ${time}`,
  },
} as const
