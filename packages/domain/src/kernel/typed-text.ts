/** Maximum lengths of typed order fields, in characters; the server refuses more, and the console warns first. */
export const ORDER_TEXT = {
  name: 120,
  notes: 1000,
  placeName: 200,
  bloc: 20,
  scara: 20,
  reper: 200,
  comment: 500,
} as const

/** Maximum number of addresses of an order (A to CV): each is a row, a marker on the map and a line on the driver's phone. */
export const MAX_PLACES = 100

/** Maximum lead between the start of the search and the departure: half a day. */
export const MAX_LEAD_MINUTES = 720

/** Lone surrogates, control characters other than line ends and tabs, bidirectional overrides. */
const FORBIDDEN = /\p{Cs}|[^\P{Cc}\n\r\t]|[\u202A-\u202E\u2066-\u2069]/u

/** PostgreSQL refuses U+0000, and bidi overrides forge what a dispatcher reads. Every alphabet and every emoji is fine. */
export function hasForbiddenCharacter(text: string): boolean {
  return FORBIDDEN.test(text)
}

export const FORBIDDEN_TEXT = 'Conține caractere nepermise'

/** Error message of a text that is too long. */
export function tooLongText(max: number): string {
  return `Cel mult ${max} caractere`
}

/** Error of a typed text with at most `max` characters, or undefined; surrounding spaces do not count. */
export function textProblem(text: string, max: number): string | undefined {
  const typed = text.trim()
  if (typed.length > max) return tooLongText(max)
  return hasForbiddenCharacter(typed) ? FORBIDDEN_TEXT : undefined
}
