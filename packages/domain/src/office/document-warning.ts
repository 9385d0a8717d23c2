/** Documents that a car and its driver must have. */
export const DOCUMENT_STATES = ['taxi_licence', 'itp', 'rca', 'licence', 'attestation'] as const
export type Paper = (typeof DOCUMENT_STATES)[number]

/** Days before a document's last day on which warnings are sent. */
export type WarningStage = 30 | 7 | 0

const NAMES: Readonly<Record<Paper, string>> = {
  taxi_licence: 'Licența taxi',
  itp: 'ITP',
  rca: 'RCA',
  licence: 'Permisul de conducere',
  attestation: 'Atestatul',
}

/** 'RCA, mașina 27 (BV27DSP)'; a driver's own document: 'Atestatul, șoferul Pop Ion', in a message to that driver 'Atestatul'. */
export function documentNamed(
  paper: Paper,
  of: { indicativ: string | null; number: string | null; driver: string | null },
): string {
  if (of.indicativ !== null) return `${NAMES[paper]}, mașina ${of.indicativ} (${of.number ?? ''})`
  return of.driver === null ? NAMES[paper] : `${NAMES[paper]}, șoferul ${of.driver}`
}

/** 'expiră pe 31.03.2026, în 30 de zile'; a document is valid on its last day. Days are Bucharest's, 'YYYY-MM-DD'. */
export function documentEnds(until: string, today: string): string {
  const day = until.split('-').reverse().join('.')
  const left = Math.round((Date.parse(until) - Date.parse(today)) / 86_400_000)
  if (left < 0) return `a expirat pe ${day}`
  if (left === 0) return `expiră azi, ${day}`
  return left === 1 ? `expiră mâine, ${day}` : `expiră pe ${day}, în ${left < 20 ? left : `${left} de`} zile`
}
