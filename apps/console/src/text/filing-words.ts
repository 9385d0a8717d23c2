import type { Filing } from '@dispecerat/contract/filings'

/** What goes to authorities: e-Factura and the registers of town halls. */
export const filingWords = {
  title: 'Trimise la autorități',
  tabs: { label: 'Ce a plecat', letters: 'Mesaje', filings: 'Autorități' },
  kinds: { efactura: 'RO e-Factura', townhall: 'Registru primărie' } satisfies Record<Filing['kind'], string>,
  states: {
    pending: 'În așteptare',
    uploaded: 'Încărcată',
    accepted: 'Acceptată',
    rejected: 'Respinsă',
    failed: 'Netrimisă',
  } satisfies Record<Filing['state'], string>,
  wouldBeSent: 'Ar fi trimisă',
  signs: { pending: '◷', uploaded: '↑', accepted: '✓', rejected: '✕', failed: '✕' } satisfies Record<
    Filing['state'],
    string
  >,
  reasons: {
    refused: 'refuzată',
    unauthorised: 'cheia de acces nu este acceptată',
    unreachable: 'autoritatea nu răspunde',
    cui_unproved: 'CUI-ul emitentului nu este aprobat pentru companie',
    processing: 'în prelucrare la ANAF',
  } satisfies Record<NonNullable<Filing['reason']>, string>,
  index: (index: string) => `index ${index}`,
  next: (time: string) => `încearcă la ${time}`,
  columns: {
    id: 'Nr.',
    created_at: 'Pusă în coadă',
    kind: 'Fel',
    subject: 'Document',
    state: 'Stare',
    tries: 'Încercări',
    sent_at: 'Trimisă la',
    company: 'Compania',
    acts: 'Acțiuni',
  },
  registerOf: (day: string) => `Registrul din ${day}`,
  filters: { kind: 'Fel', state: 'Stare' },
  empty: 'Nimic nu a fost pus în coadă.',
  file: 'Fișierul',
  fileOf: (id: number) => `Descarcă fișierul depunerii ${id}`,
  answer: 'Răspunsul',
  answerOf: (id: number) => `Descarcă răspunsul la depunerea ${id}`,
  resend: 'Încearcă acum',
  resendOf: (id: number) => `Încearcă acum depunerea ${id}`,
  resent: 'Depunerea va fi încercată acum',
  noProvider: (kinds: string) =>
    `Fără legătură cu autoritatea: ${kinds}. Documentele rămân aici ca „ar fi trimise”, se pot descărca și pleacă singure când legătura este configurată.`,
  register: {
    title: 'Registrul de dispecerat pentru primărie',
    company: 'Compania',
    day: 'Ziua',
    format: 'Format',
    queue: 'Pune în coadă',
    queued: 'Registrul este în coadă',
    dayMissing: 'Alegeți ziua',
  },
  efactura: {
    column: 'e-Factura',
    send: 'Trimite în SPV',
    sendOf: (number: string) => `Trimite în SPV ${number}`,
    ask: (number: string) => `Trimiteți ${number} în SPV (RO e-Factura)? Un document acceptat nu se mai poate retrage.`,
    queued: (number: string) => `${number} este în coada pentru SPV`,
    never: 'netrimisă',
  },
} as const
