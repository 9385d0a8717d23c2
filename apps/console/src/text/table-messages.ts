import { plural } from '@dispecerat/domain/kernel/plural'

/** Shared by every table of the office. */
export const tableMessages = {
  search: 'Caută',
  searchHint: 'Apăsați / ca să căutați',
  columns: 'Coloane',
  columnsOf: (label: string) => `Coloanele tabelului ${label}`,
  empty: 'Nimic de afișat.',
  add: '+ Adaugă',
  selectAll: 'Alege toate rândurile paginii',
  selectRow: (name: string) => `Alege rândul ${name}`,
  selected: (n: number) => plural(n, 'rând ales', 'rânduri alese', 'de rânduri alese'),
  unselect: 'Renunță la alegere',
  sortBy: (name: string) => `Sortează după ${name}`,
  noRows: '0 rânduri',
  range: (from: number, to: number, total: string) => `${from}–${to} din ${total}`,
  atLeast: (total: string) => `peste ${total}`,
  perPage: 'Rânduri pe pagină',
  pages: (label: string) => `Paginile tabelului ${label}`,
  previous: 'Pagina dinainte',
  next: 'Pagina următoare',
  page: (n: number) => `Pagina ${n}`,
  filters: 'Filtre',
  close: 'Închide',
  company: 'Companie',
  anyCompany: 'Toate companiile',
  anyOfThem: 'toate',
} as const
