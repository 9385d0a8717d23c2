import { plural } from '@dispecerat/domain/kernel/plural'

export const driverCardMessages = {
  title: 'Fișa șoferului',
  open: (sign: string) => `Fișa șoferului ${sign}`,
  close: 'Închide fișa șoferului',
  edit: 'Contul șoferului',
  inNewTab: 'Contul șoferului, într-o filă nouă',
  identifier: 'Identificator',
  name: 'Nume',
  phone: 'Telefon',
  car: 'Mașină',
  balance: 'Sold',
  lowBalance: 'sold scăzut',
  rating: 'Evaluare',
  meanRating: (mean: number, n: number) =>
    `★ ${mean.toFixed(2).replace('.', ',')} din ${plural(n, 'evaluare', 'evaluări', 'de evaluări')}`,
  fewRatings: (n: number) =>
    n === 0 ? 'fără evaluări' : `${plural(n, 'evaluare', 'evaluări', 'de evaluări')}, încă fără medie`,
  busy: 'Ocupat',
  priority: 'Prioritar',
  implausible: {
    sign: 'Poziție suspectă',
    jump: 'Poziția sare mai repede decât poate merge o mașină; căutarea nu ține cont de ea.',
    old: 'Telefonul a trimis întâi o poziție de acum câteva minute; căutarea așteaptă una nouă.',
    mock: 'Poziția este falsificată de altă aplicație de pe telefon; căutarea nu ține cont de ea.',
  },
  version: 'Versiune aplicație',
  zone: 'Zonă',
  noZone: 'în afara zonelor',
  state: 'Stare',
  offShift: 'În afara turei',
  paused: 'În pauză',
  online: 'Online',
  offline: 'Neconectat',
  orders: 'Comenzi active',
  noOrders: 'niciuna',
  next: 'urmează',
  today: 'Azi',
  shiftSince: (hour: string) => `în tură de la ${hour}`,
  offers: (n: number) => plural(n, 'ofertă', 'oferte', 'de oferte'),
  answered: (accepted: number, refused: number, ignored: number) =>
    [
      plural(accepted, 'acceptată', 'acceptate', 'acceptate'),
      plural(refused, 'refuzată', 'refuzate', 'refuzate'),
      plural(ignored, 'ignorată', 'ignorate', 'ignorate'),
    ].join(', '),
  finished: (n: number) => plural(n, 'comandă finalizată', 'comenzi finalizate', 'de comenzi finalizate'),
} as const
