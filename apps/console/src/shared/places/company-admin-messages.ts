import { companyFields } from '@dispecerat/domain/audit/company-fields'
import type { CompanyStatus } from '@dispecerat/domain/identity/company'

/** The profile of a company, and the platform's administration of companies. */
export const companyAdminMessages = {
  listTitle: 'Companii',
  searched: 'Nume, CUI, telefon, adresă',
  profileOf: (name: string) => `Profilul companiei · ${name}`,
  toList: 'Companii',
  choose: 'Compania',
  statuses: { trial: 'Probă', active: 'Activă', suspended: 'Suspendată' } satisfies Record<CompanyStatus, string>,
  statusSigns: { trial: '◔', active: '✓', suspended: '✕' } satisfies Record<CompanyStatus, string>,
  packages: { 1: 'Taxi', 2: 'Curierat', 3: 'Restaurant' } as Readonly<Record<number, string>>,
  columns: {
    name: 'Nume',
    cui: 'CUI',
    package: 'Activitate',
    status: 'Stare',
    trial_until: 'Probă până la',
    drivers_count: 'Șoferi',
    operators: 'Operatori',
    phone: 'Telefon',
    address: 'Adresă',
    created_at: 'Înscrisă',
  },
  filters: { status: 'Stare', package: 'Activitate' },
  sections: { profile: 'Date', place: 'Locul pe hartă', logo: 'Siglă', status: 'Starea contului' },
  fields: companyFields,
  facts: { cui: 'CUI', euid: 'EUID', package: 'Activitate', created: 'Înscrisă' },
  cuiApproved: 'aprobat',
  cuiNotApproved: 'neaprobat',
  placeHint: 'Harta dispecerilor pornește de aici, iar cererile de adrese caută întâi în jur.',
  logoAlt: (name: string) => `Sigla companiei ${name}`,
  statusNow: (status: string) => `Starea acum: ${status}`,
  changeStatus: 'Schimbă starea',
  statusChanged: 'Starea companiei a fost schimbată',
  statusUndo: 'Anulează',
  suspendQuestion:
    'Compania nu va mai putea plasa comenzi noi. Cursele și apelurile în desfășurare continuă. Suspendați?',
  suspendYes: 'Suspendă',
  clearDay: 'Golește ziua',
  noOwn: 'Contul dumneavoastră nu ține de nicio companie.',
  notFound: 'Compania nu există.',
} as const

/** A pin set on a map. */
export const pointMessages = {
  search: 'Caută o adresă',
  map: 'Harta locului',
  pin: 'Acul locului',
  hint: 'Căutați o adresă, apăsați pe hartă sau trageți acul. Cu acul ales, săgețile îl mută cu 5 m, Shift + săgeată cu 50 m.',
  toMiddle: 'Acul în mijlocul hărții',
  none: 'Niciun loc ales.',
  drop: 'Fără loc',
} as const
