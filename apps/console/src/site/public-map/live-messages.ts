import { plural } from '@dispecerat/domain/kernel/plural'

export const liveMessages = {
  title: 'Mașini pe hartă',
  map: 'Harta mașinilor',
  legend: 'Legendă',
  free: 'libere',
  busy: 'ocupate',
  updated: (seconds: number) =>
    seconds < 60 ? `actualizat acum ${seconds} s` : `actualizat acum ${Math.floor(seconds / 60)} min`,
  loading: 'Se încarcă…',
  noCars: 'Nicio mașină pe drum acum.',
  companyHidden: 'Această companie nu își arată mașinile pe hartă.',
  nobodyShown: 'Nicio companie nu își arată acum mașinile pe hartă.',
  lost: 'Fără legătură cu serverul. Se reîncearcă singur…',
  tooMany: 'Prea multe cereri de la această adresă. Se reîncearcă singur…',
  asTable: 'Tabel',
  allCars: 'Toate mașinile',
  summary: (free: number, busy: number) =>
    `${plural(free, 'mașină liberă', 'mașini libere', 'de mașini libere')}, ${plural(busy, 'ocupată', 'ocupate', 'de ocupate')}`,
  byPart: 'Mașini pe părți ale orașului',
  part: 'Partea',
  parts: { centre: 'Centru', north: 'Nord', east: 'Est', south: 'Sud', west: 'Vest' },
  centreHint: 'Centru: până la 1,5 km de mijlocul hărții de pornire.',
} as const
