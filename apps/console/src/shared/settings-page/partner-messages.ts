import type { Partner } from '@dispecerat/contract/identity/partners'

/** Companies that send each other orders. */
export const partnerMessages = {
  title: 'Parteneri',
  titleOf: (name: string) => `Parteneri · ${name}`,
  short: 'Companiile cărora le trimiteți comenzi și care vă trimit.',
  hint: 'Companiile cărora le trimiteți comenzi și care vă trimit. Partenerul vede doar comenzile trimise lui, fără telefonul clientului până la alocare.',
  list: 'Partenerii companiei',
  empty: 'Niciun partener. Cereți parteneriatul unei companii după CUI-ul ei.',
  ask: 'Cere parteneriat',
  cui: 'CUI-ul companiei',
  asked: 'Cererea a fost trimisă',
  accept: 'Acceptă',
  accepted: 'Parteneriatul a fost acceptat',
  acts: {
    accepted: 'Încheie parteneriatul',
    asked_by_us: 'Retrage cererea',
    asked_by_them: 'Refuză',
  } satisfies Record<Partner['state'], string>,
  states: {
    accepted: 'Partener',
    asked_by_us: 'Cerere trimisă',
    asked_by_them: 'Vă cere parteneriatul',
  } satisfies Record<Partner['state'], string>,
  since: (time: string) => `din ${time}`,
  endQuestion: (name: string) =>
    `Nu veți mai putea trimite comenzi companiei ${name} și nici primi de la ea. Comenzile deja trimise continuă.`,
  ended: 'Parteneriatul a fost încheiat',
  refused: 'Cererea a fost închisă',
  actOn: (act: string, name: string) => `${act}: ${name}`,
} as const
