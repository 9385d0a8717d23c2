// A rule with its own test.

import { foldText } from './address-text.ts'

const DIVIDED =
  / (?:(?:la )?(?:col[tțţ](?:ul)?|intersec[tțţ]i[ea]|[iî]ncruci[sșş]are)(?: (?:cu|dintre))?|cu|si|și|x) | ?[/&+×] ?/gi
/** A text with more possible divisions than this is not treated as a crossing of two streets. */
const MAX_PAIRS = 3
const CROSSING_PREFIX =
  /^\s*(?:la\s+)?(?:col[tțţ](?:ul)?|intersec[tțţ]i[ea]|[iî]ncruci[sșş]area)(?:\s+(?:dintre|de\s+la|la))?\s+/i

/**
 * 'lunga colț cu mureșenilor' → [['lunga', 'mureșenilor']] as typed. A name may hold such a word itself ('Vârful cu Dor'), so
 * every place where it could be divided gives a pair; [] when no two names are set against each other.
 */
export function readCrossings(input: string): [string, string][] {
  const text = input.replace(/\s+/g, ' ').replace(CROSSING_PREFIX, '')
  const pairs: [string, string][] = []
  for (const match of text.matchAll(DIVIDED)) {
    const [one, two] = [text.slice(0, match.index), text.slice(match.index + match[0].length)]
    if (isName(one) && isName(two)) pairs.push([one.trim(), two.trim()])
  }
  return pairs.slice(0, MAX_PAIRS)
}

function isName(side: string): boolean {
  return /[a-z]{2}/.test(foldText(side))
}
