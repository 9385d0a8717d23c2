/** Documents of a driver besides those of the car; days are 'YYYY-MM-DD', null = not known. */
export interface DriverDocuments {
  licenceUntil: string | null
  attestationUntil: string | null
}

export const DOCUMENT_STATES = ['valid', 'ending', 'expired', 'missing'] as const
export type DocumentState = (typeof DOCUMENT_STATES)[number]

/** A document that ends within this many days causes a warning. */
export const DOCUMENTS_WARN_DAYS = 30

/** A document is valid on its last day; `today` is Bucharest's, 'YYYY-MM-DD'. */
export function documentState(until: string | null, today: string): DocumentState {
  if (until === null) return 'missing'
  if (until < today) return 'expired'
  return until <= dayAfter(today, DOCUMENTS_WARN_DAYS) ? 'ending' : 'valid'
}

const WORST_FIRST: readonly DocumentState[] = ['expired', 'missing', 'ending', 'valid']

/** The worse state of both documents. */
export function documentsState({ licenceUntil, attestationUntil }: DriverDocuments, today: string): DocumentState {
  const states = [documentState(licenceUntil, today), documentState(attestationUntil, today)]
  return WORST_FIRST.find((state) => states.includes(state)) ?? 'valid'
}

function dayAfter(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
}
