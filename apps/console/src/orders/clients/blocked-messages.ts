import { plural } from '@dispecerat/domain/kernel/plural'

/** The blocked phones; 'Blocat!' and 'Sters!' are the specification's own spelling. */
export const blockedMessages = {
  title: 'Telefoane blocate',
  block: 'Blochează numărul',
  blocked: 'Blocat!',
  deleted: 'Sters!',
  undo: 'Anulează ștergerea',
  phone: 'Telefon',
  reason: 'Motiv',
  date: 'Data',
  delete: 'Șterge',
  deleteThis: (phone: string) => `Șterge blocarea numărului ${phone}`,
  search: 'Caută telefon sau motiv',
  phoneRequired: 'Numarul de telefon este obligatoriu',
  phoneInvalid: 'Număr de telefon invalid',
  reasonRequired: 'Motivul este obligatoriu',
  noMatch: 'Niciun număr nu se potrivește.',
  more: (n: number) => `Încă ${plural(n, 'număr', 'numere', 'de numere')}: căutați după telefon sau motiv.`,
  forbidden: 'Nu aveți dreptul de a bloca numere.',
} as const
