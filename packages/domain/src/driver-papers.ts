/** What a driver must carry, besides the car's own papers; days are 'YYYY-MM-DD', null = not known. */
export interface DriverPapers {
  licenceUntil: string | null
  attestationUntil: string | null
}

export const PAPER_STATES = ['valid', 'ending', 'expired', 'missing'] as const
export type PaperState = (typeof PAPER_STATES)[number]

/** A paper that ends within so many days is told of. */
export const PAPERS_WARN_DAYS = 30

/** A paper is good on its last day; `today` is Bucharest's, 'YYYY-MM-DD'. */
export function paperState(until: string | null, today: string): PaperState {
  if (until === null) return 'missing'
  if (until < today) return 'expired'
  return until <= dayAfter(today, PAPERS_WARN_DAYS) ? 'ending' : 'valid'
}

const WORST_FIRST: readonly PaperState[] = ['expired', 'missing', 'ending', 'valid']

/** The worst of both papers. */
export function papersState({ licenceUntil, attestationUntil }: DriverPapers, today: string): PaperState {
  const states = [paperState(licenceUntil, today), paperState(attestationUntil, today)]
  return WORST_FIRST.find((state) => states.includes(state)) ?? 'valid'
}

function dayAfter(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
}
