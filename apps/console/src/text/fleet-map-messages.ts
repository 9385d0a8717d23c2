import { plural } from '@dispecerat/domain/kernel/plural'

/** The map of the fleet and the maps beside an order. */
export const fleetMapMessages = {
  bar: 'Căutare și straturi',
  signs: 'Mașini cu acest indicativ',
  noSign: 'Nicio mașină cu acest indicativ',
  address: 'Adresă',
  clearAddress: 'Ia adresa de pe hartă',
  nearest: 'Cele mai apropiate mașini libere',
  noneFree: 'Nicio mașină liberă în apropiere.',
  nearestFailed: 'Distanțele nu au putut fi calculate.',
  way: (far: string, minutes: number, isGuess: boolean) => `${isGuess ? '≈ ' : ''}${far} · ${minutes} min`,
  estimated: 'estimat',
  waiting: 'Comenzi în așteptare',
  waitingLayer: 'Comenzi',
  waitingOrder: (id: number, where: string, minutes: number) =>
    `Comanda ${id}, ${where}, așteaptă de ${plural(minutes, 'minut', 'minute', 'de minute')}`,
  minutes: (minutes: number) => `${minutes} min`,
  follow: 'Urmărește',
  following: 'Se urmărește',
  stopFollowing: 'Nu mai urmări',
  notOnMap: 'Mașina nu este pe hartă acum',
  list: 'Listă',
  layers: 'Straturi',
  age: { fresh: '', old: 'vechi', stale: 'fără semnal' },
  staleHint: 'Poziție mai veche de 2 minute: căutarea o lasă deoparte',
  simulated: 'simulat',
  simulatedHint: 'Șofer simulat: nu există, primește comenzi reale numai dacă așa a ales compania',
  polling: 'Conexiune pierdută: pozițiile se citesc la 25 s',
  toPickup: 'Până la preluare',
  toDestination: 'Până la destinație',
  route: 'Traseu',
} as const
