/** A dispatcher gives an order to a car, or takes it back from one. */
export const byHandMessages = {
  assign: {
    title: (no: string) => `Alocă acum comanda ${no}`,
    hint: 'Scrieți indicativul și apăsați Enter.',
    loses: (sign: string) => `Mașina ${sign} pierde comanda.`,
    car: 'Mașină',
    reason: 'Motiv (opțional)',
    submit: 'Alocă acum',
    missing: 'Alegeți o mașină',
    given: (sign: string) => `Comanda este la ${sign}`,
    next: (sign: string) => `${sign} o ia după cursa de acum`,
    rings: (sign: string) => `Oferită lui ${sign}. Dacă nu acceptă, căutarea merge mai departe.`,
  },
  takeBack: {
    title: (sign: string) => `Ia înapoi comanda de la ${sign}`,
    hint: 'Șoferul nu mai primește această comandă, iar căutarea începe din nou.',
    reason: 'Motiv',
    missing: 'Scrieți motivul',
    submit: 'Ia înapoi și caută altă mașină',
    done: 'Se caută altă mașină',
    scheduled: 'Comanda este din nou programată',
  },
} as const
